const newest = Date.parse("2026-06-30T00:00:00Z") / 1_000;
const years = 4;
const seconds = years * 365 * 86_400;

/** When the review at `index` of so many was written, 0 being the oldest: every second has one review at most. */
export function reviewTime(rows: number, index: number): string {
  const step = Math.floor(seconds / rows);
  const jitter = (Math.imul(index + 1, 0x9e3779b1) >>> 8) % step;
  return new Date((newest - seconds + index * step + jitter) * 1_000).toISOString().replace(".000Z", "Z");
}

/** Both ends of the window that holds the reviews from `first` on, `count` of them. */
export const windowOf = (
  rows: number,
  first: number,
  count: number,
): { readonly date: string; readonly end: string } => ({
  date: reviewTime(rows, first),
  end: reviewTime(rows, first + count - 1),
});
