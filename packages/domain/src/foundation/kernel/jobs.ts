import { base62, numberOf, type Secrets } from "./encodings.js";
import { type Clock, type Instant, minute, plus } from "./times.js";

/** Background job for all accounts. Only one process runs a job at a time. */
export type JobName = "nightly" | "seal" | "render" | "invitations";

/** Request to run a job. `until` is the end of the lease. If the last run began at or after `due`, no run is needed. */
export type JobRequest = {
  readonly holder: string;
  readonly now: Instant;
  readonly until: Instant;
  readonly due: Instant;
};

/** Store of job leases, shared by any number of processes. Each job has at most one holder. */
export interface JobStore {
  /**
   * Acquires or renews the lease of a job.
   * Returns `false` if another holder has the lease, or if the last run began at or after `due`.
   *
   * If several processes call the method concurrently, exactly one call returns `true`.
   */
  take(job: JobName, request: JobRequest): Promise<boolean>;
  /**
   * Records that the run that began at `began` has ended, and releases the lease.
   * Does nothing if `holder` does not have the lease.
   */
  finish(job: JobName, holder: string, began: Instant): Promise<void>;
}

export type JobPorts = {
  readonly storage: { readonly jobs: JobStore };
  readonly clock: Clock;
  readonly secrets: Secrets;
};

/** A job that this process holds. */
type HeldJob = {
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
