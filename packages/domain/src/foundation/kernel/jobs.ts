import { base62, numberOf, type Secrets } from "./encodings.js";
import { type Clock, type Instant, plus, second } from "./times.js";

/**
 * Background job for all accounts. Only one process runs a job at a time. `backup` is run by operators, and its holder is the
 * folder of the backup.
 */
export type JobName = "nightly" | "seal" | "render" | "invitations" | "notifications" | "backup";

/** Request to run a job. `until` is the end of the lease. If the last run began at or after `due`, no run is needed. */
export type JobRequest = {
  readonly holder: string;
  readonly now: Instant;
  readonly until: Instant;
  readonly due: Instant;
};

/** Holder of a job, and the end of its lease. The holder renews the lease while it runs the job. */
export type JobLease = { readonly holder: string; readonly until: Instant };

/** Last successful run of a job, with the time when it began. */
type JobRun = { readonly job: JobName; readonly at: Instant };

/** Store of job leases, shared by any number of processes. Each job has at most one holder. */
export interface JobStore {
  /**
   * Acquires or renews the lease of a job.
   * Returns `false` if another holder has the lease, or if the last run began at or after `due`.
   *
   * If several processes call the method concurrently, exactly one call returns `true`.
   */
  take(job: JobName, request: JobRequest): Promise<boolean>;
  /** Returns the last lease of a job. Its end is in the past if the job is free. */
  lease(job: JobName): Promise<JobLease | undefined>;
  /** Returns when the last successful run of each job began, in any order. Omits jobs that have never succeeded. */
  lastRuns(): Promise<JobRun[]>;
  /**
   * Records that the run that began at `began` has ended, and releases the lease.
   * Does nothing if `holder` does not have the lease.
   */
  finish(job: JobName, holder: string, began: Instant): Promise<void>;
}

/** The process that runs the jobs. */
export type ProcessPort = {
  /** Host name and process id, for the logs of other processes. */
  readonly name: string;
  /** Calls `work` every `interval` milliseconds until the returned function is called. */
  repeat(interval: number, work: () => void): () => void;
};

export type JobPorts = {
  readonly storage: { readonly jobs: JobStore };
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly process?: ProcessPort;
};

/** Called with the lease of a job if another process holds the job. */
export type OnHeld = (lease: JobLease) => void;

/** Lease duration of a job. Limits how long the jobs of a killed process wait for another process. */
const patience = 10 * second;

/** Time after which the lease is renewed. It is not renewed more often, because each renewal writes to the disk. */
const renewal = 3 * second;

/**
 * Runs a job, and then records that it ran. Renews its lease meanwhile.
 * Returns `undefined` if another process holds the job, or if its last run began at or after `due`.
 *
 * `isHeld` returns false if another process has taken over the job. `work` calls it before each part of the job.
 * If `work` throws, the job does not count as done.
 */
export async function runJob<T>(
  { storage: { jobs }, clock, secrets, process }: JobPorts,
  { job, due, onHeld }: { readonly job: JobName; readonly due: Instant; readonly onHeld: OnHeld | undefined },
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T | undefined> {
  const holder = `${process?.name ?? "another process"}#${base62(numberOf(secrets.randomBytes(8)), 11)}`;
  const began = clock();
  const take = (now: Instant) => jobs.take(job, { holder, due, now, until: plus(now, patience) });
  if (!(await take(began))) {
    const lease = await jobs.lease(job);
    if (lease && lease.until > began) onHeld?.(lease);
    return undefined;
  }
  let renewed = began;
  let held = Promise.resolve(true);
  const isHeld = () => {
    const now = clock();
    if (now < plus(renewed, renewal)) return held;
    renewed = now;
    // If a renewal fails, the next one decides, because other processes cannot take the job without the database.
    held = take(now).catch(() => true);
    return held;
  };
  const stop = process?.repeat(renewal, () => void isHeld());
  try {
    const result = await work(isHeld);
    await jobs.finish(job, holder, began);
    return result;
  } finally {
    stop?.();
  }
}
