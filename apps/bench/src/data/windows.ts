/** A part of the list of reviews: how it is asked for, and how many there are in it. */
export type Window = { readonly path: string; readonly count: number };

/** The newest reviews of those that were written at `times`, ascending; a few more where several are of one second. */
export const newestOf = (times: readonly string[], count: number): Window =>
  count >= times.length ? { path: "/v2/reviews", count: times.length } : windowAt(times, times.length - count, count);

/** So many windows of `count` reviews or a few more, from the oldest to the newest. */
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
