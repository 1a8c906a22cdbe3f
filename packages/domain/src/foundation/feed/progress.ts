import type { FeedId, FeedList } from "./public-lists.js";

/** List entry that changed, with its list and its list position. */
export type ChangedEntry = FeedId & { readonly list: FeedList; readonly at: number };

/**
 * Progress of a client's copy of an account's data.
 *
 * In the phase `copy`, the client reads entries that have not changed since `revision`, list by list, oldest first.
 * In the phase `changes`, the copy has all changes up to `revision`.
 * If reading stopped inside a list or a revision, `last` is the last entry that was read.
 * In the phase `changes`, the copy then lacks the changes of `revision` that follow `last`.
 */
export type Progress = {
  readonly phase: "copy" | "changes";
  readonly revision: number;
  readonly last?: ChangedEntry;
};

/** Progress of a copy after it has read a page. `hasMore` is true if more entries are available now. */
export type Reached = Progress & { readonly hasMore: boolean };
