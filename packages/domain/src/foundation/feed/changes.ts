import { gone } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { Beforehand, FeedBatch, FeedSlice } from "./feed.js";
import type { Progress } from "./progress.js";
import type { PublicList } from "./public-lists.js";

/** Selects the changes to read. */
export type ChangeSlice = {
  /** Defaults to all lists. */
  readonly lists?: readonly PublicList[];
  /** Progress of the copy. Without it, the reading starts a new copy. */
  readonly after?: Progress;
  /** Maximum number of entries. Unlimited if omitted. */
  readonly limit?: number;
  /** Allows compressed batches of lines while a copy is made. Defaults to false. */
  readonly packed?: boolean;
} & Pick<FeedSlice, "separator">;

/** State of an account's change feed. */
export type ChangeState = {
  /** Last committed revision. Starts at 1. */
  readonly revision: number;
  /** Deletions up to this revision are no longer retained. */
  readonly sweptRevision: number;
  /** Fingerprint of the item schemas that the entries were rendered with. Empty if lists are missing. */
  readonly fingerprint: string;
};

/** Reads the change feed. */
export interface ChangeReader {
  /**
   * Reads existing and deleted entries, each once, from one consistent snapshot. An unfinished copy first gets its
   * missing entries, list by list. Changes follow by revision, list, kind and id.
   * The first batch may be empty and contains `reached`. Throws `cursor_expired` if the account cannot continue from
   * the progress.
   */
  changes(account: AccountId, slice: ChangeSlice, beforehand?: Beforehand): AsyncIterable<FeedBatch>;
  /** Returns the committed state. */
  state(account: AccountId): Promise<ChangeState>;
}

/** Error for a cursor older than the retained deletions. */
export const cursorExpired = () => expired("deletions since then are no longer retained");

/** Error for a cursor that was issued before the account's data was restored. */
export const cursorRestored = () =>
  expired("the service's data was restored from a backup, or the operator of the service expired all cursors");

/** Error for a cursor in the format of an earlier version of the service. */
export const cursorOfEarlierVersion = () => expired("an earlier version of the service issued it");

const expired = (reason: string) =>
  gone("cursor_expired", `the cursor has expired: ${reason}; start over without a cursor`);
