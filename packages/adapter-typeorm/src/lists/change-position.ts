import type { ChangedEntry, FeedList, Progress } from "@repute/domain";
import type { Position } from "./stretch.js";

/** Where a change stands in the order of changes, or where one would stand that is not there. */
export type ChangePosition = {
  readonly revision: number;
  readonly list: string;
  readonly kind: number;
  readonly id: number;
};

/** After every list's name. */
const afterLists = "~";

/** After all changes. */
export const lastOfAll: ChangePosition = { revision: Number.MAX_SAFE_INTEGER, list: afterLists, kind: 0, id: 0 };

/** Where the changes begin that a copy lacks. */
export const beginningAfter = ({ phase, revision, last }: Progress): ChangePosition =>
  phase === "changes" && last ? { ...last, revision } : { revision, list: afterLists, kind: 0, id: 0 };

/** Whether an account cannot tell a copy any more what it lacks, or never was where the copy is. */
export const isLost = (
  { revision, sweptRevision }: { readonly revision: number; readonly sweptRevision: number },
  after: Progress,
): boolean =>
  after.revision > revision || after.revision < sweptRevision + (after.phase === "changes" && after.last ? 1 : 0);

/** Where a copy is that took a list up to a position. */
export const copyUpTo = (revision: number, list: FeedList, { at, kind, id }: Position): Progress => ({
  phase: "copy",
  revision,
  last: { list, at, kind, id },
});

/** Where a copy is that took the changes up to a position. */
export const changesUpTo = ({ revision, list, kind, id }: ChangePosition): Progress => ({
  phase: "changes",
  revision,
  last: { list: list as ChangedEntry["list"], at: 0, kind, id },
});

/** The lists that a copy has still to take, with the position that it is at in the first of them. */
export const listsLeft = (lists: readonly FeedList[], { last }: Progress) =>
  lists
    .filter((list) => !last || list >= last.list)
    .map((list) => ({ list, after: list === last?.list ? last : undefined }));
