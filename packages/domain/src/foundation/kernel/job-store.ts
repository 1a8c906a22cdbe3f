import type { Instant } from "./instant.js";

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
