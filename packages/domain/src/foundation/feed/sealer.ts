import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

export type SealOptions = {
  /** Skips the account if anything was published in it after this time. */
  readonly restingSince?: Instant;
  /** Approximate segment size before compression, in bytes. Defaults to 500,000. */
  readonly bytes?: number;
  /** Called after each compressed segment. */
  readonly onSegment?: () => void;
  /** Called before each segment is compressed. Returns true to stop early. */
  readonly isStopping?: () => boolean;
};

/**
 * Stores compressed copies of long list segments, which can be sent to clients without compressing them again.
 *
 * Published data does not change. Compression may be interrupted at any time.
 * Compression waits for other writers no longer than one unit of work takes.
 */
export interface FeedSealer {
  /** Compresses segments and returns their number. The next run compresses entries that change during this run. */
  seal(account: AccountId, options?: SealOptions): Promise<number>;
}
