/** Maximum number of rows per slice. Small slices keep other requests from waiting. */
const mostItems = 100;

/** Maximum number of new rows per slice. New rows are stored close together and are fast to write. */
export const mostAdded = 500;

const mostSize = 1_000_000;

/**
 * Splits `items` into slices for one statement each, limited in number and in total size. `sizeOf` returns the size of
 * an item.
 */
export function* slices<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  most = mostItems,
): Generator<readonly T[], void> {
  let slice: T[] = [];
  let size = 0;
  for (const item of items) {
    slice.push(item);
    size += sizeOf(item);
    if (slice.length < most && size < mostSize) continue;
    yield slice;
    slice = [];
    size = 0;
  }
  if (slice.length > 0) yield slice;
}

/** Returns the last item for each key. */
export const lastOfEach = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];
