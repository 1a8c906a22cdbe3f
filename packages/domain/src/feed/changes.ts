import { gone } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { Beforehand, FeedBatch, FeedSlice } from "./feed.js";
import type { Progress } from "./progress.js";
import type { PublicList } from "./public-lists.js";

/** Which changes are read. */
export type ChangeSlice = {
  /** All lists when absent. */
  readonly lists?: readonly PublicList[];
  /** Everything, for a new copy, when absent. */
  readonly after?: Progress;
  /** At most so many; all there are when absent. */
  readonly limit?: number;
  /** Whether batches of a copy may come packed, as lines, where they are stored so; never when absent. */
  readonly packed?: boolean;
} & Pick<FeedSlice, "separator">;

/** What is known of an account's changes. */
export type ChangeState = {
  /** The last one that was taken; at least 1. */
  readonly revision: number;
  /** Up to which one entries that were taken out are forgotten. */
  readonly sweptRevision: number;
  /** Whether all that is published was rendered by a version that knows all lists. */
  readonly isRendered: boolean;
};

/** Reads what changed. */
export interface ChangeReader {
  /**
   * Each entry that is there or was taken out, once: in the middle of a copy those that it lacks, list by list; then changes
   * by revision, list, kind and id. One consistent snapshot, as for lists. The first batch always comes, and says what is
   * reached; a progress that the account cannot continue is refused as `cursor_expired`.
   */
  changes(account: AccountId, slice: ChangeSlice, beforehand?: Beforehand): AsyncIterable<FeedBatch>;
  /** As it is committed now. */
  state(account: AccountId): Promise<ChangeState>;
}

/** The account cannot tell any more what changed since. */
export const cursorExpired = () =>
  gone(
    "cursor_expired",
    "the cursor has expired: deletions since then are no longer retained; start over without a cursor",
  );
