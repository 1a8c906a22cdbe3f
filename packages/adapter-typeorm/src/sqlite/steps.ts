import type { RangeOf } from "../lists/position-range.js";
import type { PackedStep } from "../segments/packed-steps.js";

/** Content of the first rows in a range. Nullable members are null if the range has no rows. */
export type Gathered = {
  readonly rows: number;
  /** Number of rows that match the slice. `json` contains their items. */
  readonly count: number;
  readonly json: Uint8Array | null;
  /** Length in bytes of the longest item. A number above the requested limit means that an item was omitted. */
  readonly longest: number | null;
  /** Time of the last row. Null if the rows have no time. */
  readonly at: number | null;
};

/** Number and positions of the rows that match a slice. */
export type RetainedRows<P> = { readonly count: number; at(index: number): P };

export const retainedRows = <P>(all: readonly P[]): RetainedRows<P> => ({
  count: all.length,
  at: (index) => all[index] as P,
});

/** Reads ranges of sorted rows. Each row has a unique position in the sort order. */
export type Steps<P> = {
  /** Returns the items of the first `count` rows of a range. Omits items that are longer than `longest` bytes. */
  gatherFirst(bounds: RangeOf<P>, count: number, longest: number): Gathered;
  /** Returns the position of the only row with a given time. Returns undefined if several rows have this time. */
  soleAt(at: number): P | undefined;
  /** Returns the position of the `count`-th row in a range. Rows that the slice excludes are counted too. */
  positionOf(bounds: RangeOf<P>, count: number): P | undefined;
  /** Returns the rows that match the slice among the first `count` rows in a range. */
  retainFirst(bounds: RangeOf<P>, count: number): RetainedRows<P>;
  /** Returns the number and the total size in bytes of the matching items in a range. */
  measure(bounds: RangeOf<P>): { readonly count: number; readonly bytes: number };
};

/** Items that fit into one batch. May be empty. */
export type Step = PackedStep & { readonly isLast: boolean };
