import type { PackedStep } from "../segments/packed-steps.js";
import type { StretchOf } from "../lists/stretch.js";

/** Content of the first rows of a range. Fields are `null` if there are no rows. */
export type Gathered = {
  readonly rows: number;
  /** Number of rows that the slice keeps. `json` holds their items. */
  readonly count: number;
  readonly json: Uint8Array | null;
  /** Length of the longest item. Exceeds the limit if an item was too long. That item is omitted. */
  readonly longest: number | null;
  /** Time of the last row, if rows have a time. */
  readonly at: number | null;
};

/** The rows that a slice keeps: their number, and the position of each row. */
export type KeptRows<P> = { readonly count: number; at(index: number): P };

/** Wraps an array of positions as kept rows. */
export const keptRows = <P>(all: readonly P[]): KeptRows<P> => ({ count: all.length, at: (index) => all[index] as P });

/** Reads ranges of rows in an order with unique positions. */
export type Steps<P> = {
  /** Returns the items of the first `count` rows in the range, except items longer than `longest` bytes. */
  gatherFirst(stretch: StretchOf<P>, count: number, longest: number): Gathered;
  /** Returns the position of the row at a time. Returns undefined if several rows have that time. */
  soleAt(at: number): P | undefined;
  /** Returns the position of row number `count` in the range. Counts rows that the slice does not keep. */
  positionOf(stretch: StretchOf<P>, count: number): P | undefined;
  /** Returns the rows that the slice keeps among the first `count` rows of the range. */
  keptFirst(stretch: StretchOf<P>, count: number): KeptRows<P>;
  /** Returns the number and the total size of the items that the slice keeps. */
  measure(stretch: StretchOf<P>): { readonly count: number; readonly bytes: number };
};

/** Items that fit into one batch. May be empty. */
export type Step = PackedStep & { readonly isLast: boolean };
