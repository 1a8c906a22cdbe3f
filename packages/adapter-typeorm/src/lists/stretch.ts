import type { FeedSlice } from "@repute/domain";

/** A position in an order. No row needs to exist there. */
export type Position = { readonly at: number; readonly kind: number; readonly id: number };

/** A range of rows: after one position, up to and including another. Unbounded if undefined. */
export type StretchOf<P> = { readonly after: P | undefined; readonly last: P | undefined };
export type Stretch = StretchOf<Position>;

export const { MAX_SAFE_INTEGER: most, MIN_SAFE_INTEGER: least } = Number;

/** The position after all rows. */
export const newest: Position = { at: most, kind: most, id: most };

/** Whether the order of a slice is descending. */
export const isDescending = ({ order = "newest" }: FeedSlice): boolean => order === "newest";

/** Returns the range that the window and the start of the page leave of a slice, without the end of the page. */
export function stretchOf(slice: FeedSlice): Stretch {
  const { window = {}, modifiedSince, order = "newest", page } = slice;
  const [start, end] = {
    newest: [window.to, window.from],
    oldest: [window.from, window.to],
    modified: [modifiedSince, undefined],
  }[order];
  const [after, last] = [start, end].map((at) => (at === undefined ? undefined : beforeAllAt(at)));
  return { after: later(slice, after, page?.after), last };
}

/** Returns the position before all rows at a time. No row has this position, so including it has no effect. */
const beforeAllAt = (at: number): Position => ({ at, kind: least, id: least });

function later(slice: FeedSlice, a: Position | undefined, b: Position | undefined): Position | undefined {
  if (!a || !b) return a ?? b;
  const isFurther = byPosition(a, b) > 0 !== isDescending(slice);
  return isFurther ? a : b;
}

/** Compares positions, earliest first. */
export const byPosition = (a: Position, b: Position): number => a.at - b.at || a.kind - b.kind || a.id - b.id;
