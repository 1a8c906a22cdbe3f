import { base62, numberOf } from "./base62.js";
import { type Clock, type Instant, minute, plus } from "./instant.js";
import type { JobName, JobStore } from "./job-store.js";
import type { Secrets } from "./secrets.js";

export type JobPorts = {
  readonly storage: { readonly jobs: JobStore };
  readonly clock: Clock;
  readonly secrets: Secrets;
};

/** A job that this process holds. */
export type HeldJob = {
  /** Time at which the run began. */
  readonly began: Instant;
  /**
   * Returns false if another process has taken over the job.
   * Renews the lease if the last renewal was a minute ago or earlier. Call it before each part of the job.
   */
  isHeld(): Promise<boolean>;
  /** Records that the run has ended, and releases the lease. */
  finish(): Promise<void>;
};

/** Lease duration of a job. Limits how long one part of the job may take. */
const patience = 10 * minute;

/** Time after which the lease is renewed. It is not renewed more often, because each renewal writes to the disk. */
const renewal = minute;

/** Takes a job. Returns `undefined` if another process holds the job, or if its last run began at or after `due`. */
export async function holdJob(
  { storage: { jobs }, clock, secrets }: JobPorts,
  job: JobName,
  due: Instant,
): Promise<HeldJob | undefined> {
  const [holder, began] = [base62(numberOf(secrets.randomBytes(16)), 22), clock()];
  let renewed = began;
  const take = (now: Instant) => jobs.take(job, { holder, due, now, until: plus(now, patience) });
  if (!(await take(began))) return undefined;
  return {
    began,
    async isHeld() {
      const now = clock();
      if (now < plus(renewed, renewal)) return true;
      renewed = now;
      return take(now);
    },
    finish: () => jobs.finish(job, holder, began),
  };
}
