import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** What is sealed of an account. */
export type SealOptions = {
  /** Nothing where anything was published after this instant; absent, whatever there is. */
  readonly restingSince?: Instant;
  /** How many bytes of items a stretch holds, about (500,000). */
  readonly bytes?: number;
  /** Called after each stretch that was sealed. */
  readonly onSegment?: () => void;
  /** Asked after each stretch; what says so ends it. */
  readonly isStopping?: () => boolean;
};

/**
 * Stores long stretches of lists once more, compressed, for clients that take them so. It changes nothing that anybody
 * sees, waits for no writer longer than for one unit of work, and may be cut off anywhere.
 */
export interface FeedSealer {
  /** Returns how many stretches were sealed. What changed meanwhile is left for the next time. */
  seal(account: AccountId, options?: SealOptions): Promise<number>;
}
