import { noLongerAvailable } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Beforehand, FeedBatch, FeedSlice } from "./feed.js";
import type { Progress } from "./progress.js";
import type { PublicList } from "./public-lists.js";

/** Options for reading changes. */
export type ChangeSlice = {
  /** Lists to include. Defaults to all lists. */
  readonly lists?: readonly PublicList[];
  /** Progress of the client's copy so far. If omitted, the copy starts over. */
  readonly after?: Progress;
  /** Maximum number of entries. If omitted, the number is unlimited. */
  readonly limit?: number;
  /** Allows compressed batches while the copy is still unfinished. Defaults to false. */
  readonly packed?: boolean;
} & Pick<FeedSlice, "separator">;

export type ChangeState = {
  /** Number of the last committed revision. Starts at 1. */
  readonly revision: number;
  /** Highest revision for which deletion markers have been purged. */
  readonly sweptRevision: number;
  /**
   * Fingerprint of the item schemas that were used to render the entries.
   * Empty if some lists have not been rendered yet.
   */
  readonly fingerprint: string;
};

/** Feed revision of an account, and the time of its last published change. Every published change increases it. */
export type FeedRevision = { readonly account: AccountId; readonly revision: number; readonly at: Instant };

/** Reads the change feed of an account. */
export interface ChangeReader {
  /**
   * Reads existing and deleted entries from one consistent snapshot. Each entry is returned once.
   *
   * If the copy is unfinished, its missing entries come first, list by list.
   * The changes come next, sorted by revision, list, kind and id.
   * The first batch contains `reached` and may be empty.
   * Throws `cursor_expired` if the account no longer has all changes since the copy's progress.
   */
  changes(account: AccountId, slice: ChangeSlice, beforehand?: Beforehand): AsyncIterable<FeedBatch>;
  /** Returns the last committed state of the change feed. */
  state(account: AccountId): Promise<ChangeState>;
  /** Returns the feed revision of every account. */
  revisions(): Promise<readonly FeedRevision[]>;
  /** Returns a number that differs after each commit that publishes changes, in any account and by any process. */
  commitNumber(): Promise<number>;
}

/** Error for a cursor that is older than the retained deletions. */
export const cursorExpired = () => expired("deletions since then are no longer retained");

/** Error for a cursor that was issued before the account's data was restored from a backup. */
export const cursorRestored = () =>
  expired("the service's data was restored from a backup, or the operator of the service expired all cursors");

/** Error for a cursor in the format of an earlier version of the service. */
export const cursorOfEarlierVersion = () => expired("an earlier version of the service issued it");

const expired = (reason: string) =>
  noLongerAvailable("cursor_expired", `the cursor has expired: ${reason}; start over without a cursor`);
