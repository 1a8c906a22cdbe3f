import type { ChangedEntry, FeedList, Progress } from "@repute/domain";
import type { Position } from "./stretch.js";

/** The position of a change in the order of changes. No change needs to exist there. */
export type ChangePosition = {
  readonly revision: number;
  readonly list: string;
  readonly kind: number;
  readonly id: number;
};

/** Sorts after the name of every list. */
const afterLists = "~";

/** The position after all changes. */
export const lastOfAll: ChangePosition = { revision: Number.MAX_SAFE_INTEGER, list: afterLists, kind: 0, id: 0 };

/** Returns the position after which the copy lacks changes. */
export const beginningAfter = ({ phase, revision, last }: Progress): ChangePosition =>
  phase === "changes" && last ? { ...last, revision } : { revision, list: afterLists, kind: 0, id: 0 };

/**
 * Whether a copy cannot continue, because deletions it needs are no longer retained, or because its revision is
 * unknown.
 */
export const isLost = (
  { revision, sweptRevision }: { readonly revision: number; readonly sweptRevision: number },
  after: Progress,
): boolean =>
  after.revision > revision || after.revision < sweptRevision + (after.phase === "changes" && after.last ? 1 : 0);

/** Returns the progress of a copy that has taken a list up to a position. */
export const copyUpTo = (revision: number, list: FeedList, { at, kind, id }: Position): Progress => ({
  phase: "copy",
  revision,
  last: { list, at, kind, id },
});

/** Returns the progress of a copy that has taken the changes up to a position. */
export const changesUpTo = ({ revision, list, kind, id }: ChangePosition): Progress => ({
  phase: "changes",
  revision,
  last: { list: list as ChangedEntry["list"], at: 0, kind, id },
});

/** Returns the lists that the copy lacks. The first list has the position to continue from. */
export const listsLeft = (lists: readonly FeedList[], { last }: Progress) =>
  lists
    .filter((list) => !last || list >= last.list)
    .map((list) => ({ list, after: list === last?.list ? last : undefined }));
