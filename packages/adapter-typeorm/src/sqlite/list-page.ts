import type { StretchOf } from "../lists/stretch.js";
import type { Steps, Step } from "./steps.js";
import { walk } from "./list-walk.js";

/** Rows in one order, a stretch of which is read; what is read one after another is made of such. */
export type Leg<End> = {
  /** Looks through the rows in steps. */
  search(rows: number): Generator<Kept<End>, void>;
  /** Reads them. */
  walk(): Generator<Step, void>;
};

/** The rows of one step that are kept. */
type Kept<End> = {
  readonly count: number;
  /** Where one of them is, and the leg that ends with it. */
  at(index: number): { readonly end: End; readonly leg: Leg<End> };
};

/** What is left of some legs for a page, and where its last row is if there are more. */
export type Page<End> = { readonly legs: readonly Leg<End>[]; readonly next?: End };

const fewestRows = 250;
const mostRows = 4_000;

/** The stretch of an order as a leg. */
export const legOf = <P, End>(steps: Steps<P>, stretch: StretchOf<P>, endOf: (position: P) => End): Leg<End> => ({
  *search(rows) {
    for (let rest: StretchOf<P> | undefined = stretch; rest;) {
      const kept = steps.keptFirst(rest, rows);
      yield {
        count: kept.count,
        at: (index) => {
          const last = kept.at(index);
          return { end: endOf(last), leg: legOf(steps, { ...stretch, last }, endOf) };
        },
      };
      const end = steps.positionOf(rest, rows);
      rest = end && { ...rest, after: end };
    }
  },
  walk: () => walk(steps, stretch),
});

/** Looks for the end of a page of `limit` rows in steps: each yields until the last one answers. */
export function* pageOf<End>(legs: readonly Leg<End>[], limit: number): Generator<void, Page<End>> {
  const rows = Math.min(mostRows, Math.max(fewestRows, limit + 1));
  let page: Required<Page<End>> | undefined;
  let found = 0;
  for (const [index, leg] of legs.entries()) {
    for (const kept of leg.search(rows)) {
      const left = limit - found;
      if (left > 0 && kept.count >= left) {
        const { end, leg: cut } = kept.at(left - 1);
        page = { legs: [...legs.slice(0, index), cut], next: end };
      }
      found += kept.count;
      if (page && found > limit) return page;
      yield;
    }
  }
  return { legs };
}
