import type { Instant } from "./instant.js";

/** Background job for all accounts. Only one process runs a job at a time. */
export type JobName = "nightly" | "seal" | "render" | "invitations";

/** Request to run a job. `until` is the end of the lease. No run is needed if the last run began at or after `due`. */
export type JobRequest = {
  readonly holder: string;
  readonly now: Instant;
  readonly until: Instant;
  readonly due: Instant;
};

/** Store of job leases, shared by any number of processes. Each job has at most one holder. */
export interface JobStore {
  /**
   * Acquires or renews the lease of a job. Returns `false` if another holder has the lease or no run is due.
   *
   * No run is due if the last run began at or after `due`. If several processes call the method concurrently, exactly
   * one call returns `true`.
   */
  take(job: JobName, request: JobRequest): Promise<boolean>;
  /**
   * Records that a run ended which started at `began`, and releases the lease. Does nothing if `holder` lacks the
   * lease.
   */
  finish(job: JobName, holder: string, began: Instant): Promise<void>;
}
