import type { ChangedEntry, FeedList, FeedSlice, Progress } from "@repute/domain";

/** Position in the sort order of a list. A position is valid even if no row has this position. */
export type Position = { readonly at: number; readonly kind: number; readonly id: number };

/** Range of rows with an exclusive start `after` and an inclusive end `last`. An undefined bound means unbounded. */
export type RangeOf<P> = { readonly after: P | undefined; readonly last: P | undefined };
export type PositionRange = RangeOf<Position>;

export const { MAX_SAFE_INTEGER: maxInteger, MIN_SAFE_INTEGER: minInteger } = Number;

/** The position after all rows. */
export const newest: Position = { at: maxInteger, kind: maxInteger, id: maxInteger };

/** Returns true if a slice is read in descending order. */
export const isDescending = ({ order = "newest" }: FeedSlice): boolean => order === "newest";

/**
 * Returns the range of rows in a slice, from its time window and the start of its page.
 * The page limit has no effect on the range.
 */
export function positionRangeOf(slice: FeedSlice): PositionRange {
  const { window = {}, modifiedSince, order = "newest", page } = slice;
  const [start, end] = {
    newest: [window.to, window.from],
    oldest: [window.from, window.to],
    modified: [modifiedSince, undefined],
  }[order];
  const [after, last] = [start, end].map((at) => (at === undefined ? undefined : beforeAllAt(at)));
  return { after: later(slice, after, page?.after), last };
}

/** Returns the position before all rows with a given time. No row has this exact position. */
const beforeAllAt = (at: number): Position => ({ at, kind: minInteger, id: minInteger });

function later(slice: FeedSlice, a: Position | undefined, b: Position | undefined): Position | undefined {
  if (!a || !b) return a ?? b;
  const isFurther = byPosition(a, b) > 0 !== isDescending(slice);
  return isFurther ? a : b;
}

/** Compares two positions in ascending order, for sorting. */
export const byPosition = (a: Position, b: Position): number => a.at - b.at || a.kind - b.kind || a.id - b.id;

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
