import type { FeedId, FeedList } from "./public-lists.js";

/** An entry of some list, where it stands in it. */
export type ChangedEntry = FeedId & { readonly list: FeedList; readonly at: number };

/**
 * How far a copy of an account has come. `copy`: it takes all entries that had not changed since `revision`, list by list and
 * each from the oldest on. `changes`: it has every change up to `revision`. The last entry that it took, if it is in the
 * middle: of changes, all of `revision` up to that entry.
 */
export type Progress = {
  readonly phase: "copy" | "changes";
  readonly revision: number;
  readonly last?: ChangedEntry;
};

/** How far a copy is once it has taken a page, and whether there is more for it right now. */
export type Reached = Progress & { readonly hasMore: boolean };
