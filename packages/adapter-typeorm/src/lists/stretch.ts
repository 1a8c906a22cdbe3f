import type { FeedSlice } from "@repute/domain";

/** Where a row stands in an order, or where one would stand that is not there. */
export type Position = { readonly at: number; readonly kind: number; readonly id: number };

/** The rows after a position, up to and including those at another one; open where there is none. */
export type StretchOf<P> = { readonly after: P | undefined; readonly last: P | undefined };
export type Stretch = StretchOf<Position>;

export const { MAX_SAFE_INTEGER: most, MIN_SAFE_INTEGER: least } = Number;

/** Where no row stands any more: later than all of them. */
export const newest: Position = { at: most, kind: most, id: most };

/** Which way a slice's order goes. */
export const isDescending = ({ order = "newest" }: FeedSlice): boolean => order === "newest";

/** The stretch of a slice's order that its bounds leave; the end of its page is not one of them. */
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

/** No row stands there, so it is the same whether a stretch includes it or not. */
const beforeAllAt = (at: number): Position => ({ at, kind: least, id: least });

function later(slice: FeedSlice, a: Position | undefined, b: Position | undefined): Position | undefined {
  if (!a || !b) return a ?? b;
  const isFurther = byPosition(a, b) > 0 !== isDescending(slice);
  return isFurther ? a : b;
}

/** Compares positions, the earliest first. */
export const byPosition = (a: Position, b: Position): number => a.at - b.at || a.kind - b.kind || a.id - b.id;
