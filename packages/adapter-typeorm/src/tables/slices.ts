/** Default maximum number of items per slice. Small slices keep other requests from waiting. */
const maxItems = 100;

/** Maximum number of new rows per slice. New rows are stored close together, so inserting them is fast. */
export const maxAdded = 500;

const maxSliceSize = 1_000_000;

/**
 * Splits `items` into slices for one statement each.
 * Each slice is limited in its number of items and in its total size. `sizeOf` returns the size of an item.
 */
export function* slices<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  max = maxItems,
): Generator<readonly T[], void> {
  let slice: T[] = [];
  let size = 0;
  for (const item of items) {
    slice.push(item);
    size += sizeOf(item);
    if (slice.length < max && size < maxSliceSize) continue;
    yield slice;
    slice = [];
    size = 0;
  }
  if (slice.length > 0) yield slice;
}

/** Removes duplicate items. If several items have the same key, keeps the last item. */
export const lastOfEach = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];
