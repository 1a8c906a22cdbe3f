import type { PackedStep } from "../lists/packed-steps.js";
import type { StretchOf } from "../lists/stretch.js";

/** What the first rows of a stretch hold; `null` where there are none. */
export type Gathered = {
  readonly rows: number;
  /** How many of them the slice keeps, and those items. */
  readonly count: number;
  readonly json: Uint8Array | null;
  /** More than was allowed if one of them is longer than that; it is not among the items then. */
  readonly longest: number | null;
  /** The time of the last row, where rows have one. */
  readonly at: number | null;
};

/** The rows of some that are kept: how many, and the position of each of them. */
export type KeptRows<P> = { readonly count: number; at(index: number): P };

/** All of them, as they were read. */
export const keptRows = <P>(all: readonly P[]): KeptRows<P> => ({ count: all.length, at: (index) => all[index] as P });

/** Reads rows in an order in which each has a position of its own, a stretch of them at a time. */
export type Steps<P> = {
  /** The items of the stretch's first `count` rows, without those that are longer than `longest` bytes. */
  gatherFirst(stretch: StretchOf<P>, count: number, longest: number): Gathered;
  /** The position at a time that only one row has. */
  soleAt(at: number): P | undefined;
  /** The last of the stretch's first `count` rows, whether or not the slice keeps them. */
  positionOf(stretch: StretchOf<P>, count: number): P | undefined;
  /** Those of the stretch's first `count` rows that the slice keeps. */
  keptFirst(stretch: StretchOf<P>, count: number): KeptRows<P>;
  /** How many items the slice keeps, and how long they are together. */
  measure(stretch: StretchOf<P>): { readonly count: number; readonly bytes: number };
};

/** Items that fit into one batch, perhaps none. */
export type Step = PackedStep & { readonly isLast: boolean };
