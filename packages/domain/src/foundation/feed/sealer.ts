import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

export type SealOptions = {
  /** Skip the account if anything was published after this time. */
  readonly restingSince?: Instant;
  /** Approximate number of bytes of items per segment. Defaults to 500,000. */
  readonly bytes?: number;
  /** Called after each compressed segment. */
  readonly onSegment?: () => void;
  /** Called after each segment. Return true to stop early. */
  readonly isStopping?: () => boolean;
};

/**
 * Stores compressed copies of long list segments, which can be sent to clients without compressing them again.
 *
 * Published data does not change. Compression may be interrupted at any time. It waits for at most one unit of work.
 */
export interface FeedSealer {
  /** Compresses segments and returns their number. Entries that change in the meantime are left for the next run. */
  seal(account: AccountId, options?: SealOptions): Promise<number>;
}
