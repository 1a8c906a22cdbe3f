import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** Options for compressing an account's lists. */
export type SealOptions = {
  /** Skips the account if anything was published after this instant. */
  readonly restingSince?: Instant;
  /** Approximate number of bytes of items per segment. Defaults to 500,000. */
  readonly bytes?: number;
  /** Called after each compressed segment. */
  readonly onSegment?: () => void;
  /** Checked after each segment. Return true to stop early. */
  readonly isStopping?: () => boolean;
};

/**
 * Stores compressed copies of long list segments, for clients that accept compressed responses. Published data does not
 * change. Sealing may be interrupted at any time, and waits for at most one unit of work.
 */
export interface FeedSealer {
  /** Returns the number of segments compressed. Entries that change in the meantime are left for the next run. */
  seal(account: AccountId, options?: SealOptions): Promise<number>;
}
