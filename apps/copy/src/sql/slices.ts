import type { Upsert } from "../page.js";

/** Maximum estimated memory, in bytes, of the items that are parsed together. */
const sliceWeight = 4_194_304;

/** Splits rows into batches of limited memory, in order. Each batch has at least one row. */
export function* slices(upserts: readonly Upsert[], maxRows = Infinity): Generator<readonly Upsert[]> {
  for (let start = 0, end = 0; start < upserts.length; start = end) {
    let weight = 0;
    for (end = start; end < upserts.length && end - start < maxRows; end += 1) {
      weight += upserts[end]?.place?.weight ?? 0;
      if (weight > sliceWeight && end > start) break;
    }
    yield upserts.slice(start, end);
  }
}
