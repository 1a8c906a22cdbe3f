import type { RangeOf } from "../lists/position-range.js";
import { walk } from "./list-walk.js";
import type { Step, Steps } from "./steps.js";

/** Part of a read: a range of rows with one sort order. The parts of a read are processed one after another. */
export type ReadPart<End> = {
  search(rows: number): Generator<Match<End>, void>;
  walk(): Generator<Step, void>;
};

/** Rows that match the filter and were found in one step of a search. */
type Match<End> = {
  readonly count: number;
  /** Returns the position of a matching row, and the range of rows that ends at this row. */
  at(index: number): { readonly end: End; readonly part: ReadPart<End> };
};

/** Ranges of rows that form one page. If more rows follow, `next` is the position of the page's last row. */
export type Page<End> = { readonly legs: readonly ReadPart<End>[]; readonly next?: End };

const minRows = 250;
const maxRows = 4_000;

/** Creates the reader of one range of rows. A list is read with several such readers. */
export const legOf = <P, End>(steps: Steps<P>, bounds: RangeOf<P>, endOf: (position: P) => End): ReadPart<End> => ({
  *search(rows) {
    for (let rest: RangeOf<P> | undefined = bounds; rest;) {
      const matches = steps.retainFirst(rest, rows);
      yield {
        count: matches.count,
        at: (index) => {
          const last = matches.at(index);
          return { end: endOf(last), part: legOf(steps, { ...bounds, last }, endOf) };
        },
      };
      const end = steps.positionOf(rest, rows);
      rest = end && { ...rest, after: end };
    }
  },
  walk: () => walk(steps, bounds),
});

/** Searches for the end of a page with `limit` rows. Yields after each step, and finally returns the page. */
export function* pageOf<End>(legs: readonly ReadPart<End>[], limit: number): Generator<void, Page<End>> {
  const rows = Math.min(maxRows, Math.max(minRows, limit + 1));
  let page: Required<Page<End>> | undefined;
  let found = 0;
  for (const [index, part] of legs.entries()) {
    for (const matches of part.search(rows)) {
      const left = limit - found;
      if (left > 0 && matches.count >= left) {
        const { end, part: cut } = matches.at(left - 1);
        page = { legs: [...legs.slice(0, index), cut], next: end };
      }
      found += matches.count;
      if (page && found > limit) return page;
      yield;
    }
  }
  return { legs };
}
