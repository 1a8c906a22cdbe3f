import type { Instant } from "../kernel/instant.js";

/** Work that one process at a time does for all accounts. */
export type JobName = "nightly" | "seal";

/** Who asks for a job now, until when they hold it unless they ask again, and from when on a run counts as this one. */
export type JobRequest = {
  readonly holder: string;
  readonly now: Instant;
  readonly until: Instant;
  readonly due: Instant;
};

/** Jobs of any number of processes, each held by one of them at most. */
export interface JobStore {
  /**
   * Gives a job to who asks for it, or lets its holder keep it; `false` while somebody else holds it, or when its last
   * run began at or after `due`. Of any number of calls at the same time, in any number of processes, one gets `true`.
   */
  take(job: JobName, request: JobRequest): Promise<boolean>;
  /** Takes note of a run that began at `began` and is over, and gives the job back; nothing unless `holder` holds it. */
  finish(job: JobName, holder: string, began: Instant): Promise<void>;
}
