import type { Upsert } from "../page.js";

/** Items of this many bytes take at most a few hundred megabytes of memory when they are parsed. */
const sliceBytes = 4_194_304;

/** Splits rows into slices of limited size, in their order. A slice has at least one row. */
export function* slices(upserts: readonly Upsert[], maxRows = Infinity): Generator<readonly Upsert[]> {
  for (let start = 0, end = 0; start < upserts.length; start = end) {
    let bytes = 0;
    for (end = start; end < upserts.length && end - start < maxRows; end += 1) {
      bytes += sizeOf(upserts[end]);
      if (bytes > sliceBytes && end > start) break;
    }
    yield upserts.slice(start, end);
  }
}

const sizeOf = (upsert: Upsert | undefined): number => (upsert?.place ? upsert.place.end - upsert.place.start : 0);
