/** Few enough that other requests hardly wait for one slice to be written. */
const mostItems = 100;

/** Rows that are added lie close together, so that many of them are written soon. */
export const mostAdded = 500;

const mostSize = 1_000_000;

/** Cuts `items` into slices short enough for one statement: in number, and in the size that `sizeOf` tells. */
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

/** The last of the items with the same key, for each key. */
export const lastOfEach = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];
