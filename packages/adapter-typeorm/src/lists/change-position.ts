import type { ChangedEntry, FeedList, Progress } from "@repute/domain";
import type { Position } from "./position-range.js";

/** Position in the sort order of changes. A position is valid even if no change has this position. */
export type ChangePosition = {
  readonly revision: number;
  readonly list: string;
  readonly kind: number;
  readonly id: number;
};

/** String that sorts after all list names. */
const afterLists = "~";

/** The position after all changes. */
export const lastOfAll: ChangePosition = { revision: Number.MAX_SAFE_INTEGER, list: afterLists, kind: 0, id: 0 };

/** Returns the position from which a copy continues reading changes. */
export const beginningAfter = ({ phase, revision, last }: Progress): ChangePosition =>
  phase === "changes" && last ? { ...last, revision } : { revision, list: afterLists, kind: 0, id: 0 };

/**
 * Returns true if a copy must start over.
 * This is the case if deletions that it has not read were purged, or if its revision is unknown.
 */
export const isLost = (
  { revision, sweptRevision }: { readonly revision: number; readonly sweptRevision: number },
  after: Progress,
): boolean =>
  after.revision > revision || after.revision < sweptRevision + (after.phase === "changes" && after.last ? 1 : 0);

/** Returns the progress of a copy that has read a list up to a position. */
export const copyUpTo = (revision: number, list: FeedList, { at, kind, id }: Position): Progress => ({
  phase: "copy",
  revision,
  last: { list, at, kind, id },
});

/** Returns the progress of a copy that has read the changes up to a position. */
export const changesUpTo = ({ revision, list, kind, id }: ChangePosition): Progress => ({
  phase: "changes",
  revision,
  last: { list: list as ChangedEntry["list"], at: 0, kind, id },
});

/**
 * Returns the lists that a copy has not read completely. The first list comes with the position from which to continue.
 */
export const listsLeft = (lists: readonly FeedList[], { last }: Progress) =>
  lists
    .filter((list) => !last || list >= last.list)
    .map((list) => ({ list, after: list === last?.list ? last : undefined }));
