import type { Instant } from "./instant.js";

/** Job that runs for all accounts in one process at a time. */
export type JobName = "nightly" | "seal" | "render" | "invitations";

/**
 * Request for a job: the holder, the current time, the lease's end, and the start of the interval in which one run
 * suffices.
 */
export type JobRequest = {
  readonly holder: string;
  readonly now: Instant;
  readonly until: Instant;
  readonly due: Instant;
};

/** Leases of jobs shared by any number of processes. Each job has at most one holder. */
export interface JobStore {
  /**
   * Acquires or renews the lease of a job. Returns `false` while another holder has the lease, or if the last run began
   * at or after `due`. Of several concurrent calls, in any number of processes, exactly one gets `true`.
   */
  take(job: JobName, request: JobRequest): Promise<boolean>;
  /**
   * Records a finished run that began at `began`, and releases the lease. Does nothing unless `holder` has the lease.
   */
  finish(job: JobName, holder: string, began: Instant): Promise<void>;
}
