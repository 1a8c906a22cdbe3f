import type { FeedId, FeedList } from "./public-lists.js";

/** Entry that changed, with its list and its position in the list. */
export type ChangedEntry = FeedId & { readonly list: FeedList; readonly at: number };

/**
 * Progress of a copy of an account's data. `phase` is `copy` while existing entries are read, and `changes` afterwards.
 *
 * In the phase `copy`, the copy reads all entries that have not changed since `revision`, list by list, oldest first.
 * In the phase `changes`, the copy has all changes up to `revision`. `last` is the last entry read if the copy stopped
 * inside a list or a revision. In the phase `changes`, the copy then has the changes of `revision` only up to this
 * entry.
 */
export type Progress = {
  readonly phase: "copy" | "changes";
  readonly revision: number;
  readonly last?: ChangedEntry;
};

/** Progress of a copy after it has read a page. `hasMore` is true if more entries are available now. */
export type Reached = Progress & { readonly hasMore: boolean };
