/** Path of a request for the reviews in a time window, and the number of these reviews. */
export type Window = { readonly path: string; readonly count: number };

/**
 * Returns the time window of the newest `count` reviews, or slightly more if several reviews have the same time.
 * `times` is in ascending order.
 */
export const newestOf = (times: readonly string[], count: number): Window =>
  count >= times.length ? { path: "/v2/reviews", count: times.length } : windowAt(times, times.length - count, count);

/** Returns evenly spaced time windows of at least `count` reviews each, oldest first. */
export const spreadOver = (times: readonly string[], windows: number, count: number): Window[] =>
  Array.from({ length: windows }, (_, index) =>
    windowAt(times, Math.floor((index * (times.length - count)) / windows), count),
  );

function windowAt(times: readonly string[], first: number, count: number): Window {
  const [from = "", to = ""] = [times[first], times[first + count - 1]];
  let [start, end] = [first, first + count];
  while (start > 0 && times[start - 1] === from) start -= 1;
  while (end < times.length && times[end] === to) end += 1;
  return { path: `/v2/reviews?${new URLSearchParams({ date: from, end: to })}`, count: end - start };
}
