import type { Instant } from "../foundation/kernel/instant.js";
import type { JobName, JobStore } from "../foundation/kernel/job-store.js";

type Job = { readonly holder: string | undefined; readonly until: Instant; readonly lastRun: Instant };

const never = 0 as Instant;

/** Creates a job store for a single process. */
export function memoryJobStore(): JobStore {
  const jobs = new Map<JobName, Job>();
  const jobOf = (name: JobName): Job => jobs.get(name) ?? { holder: undefined, until: never, lastRun: never };
  return {
    async take(name, { holder, now, until, due }) {
      const job = jobOf(name);
      const isFree = job.holder === undefined || job.holder === holder || job.until <= now;
      if (!isFree || job.lastRun >= due) return false;
      jobs.set(name, { ...job, holder, until });
      return true;
    },
    async finish(name, holder, began) {
      if (jobOf(name).holder === holder) jobs.set(name, { holder: undefined, until: never, lastRun: began });
    },
  };
}
