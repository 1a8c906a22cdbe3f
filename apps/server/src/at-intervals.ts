/** Minimum time between two checks, in milliseconds. */
const interval = 1_000;

/** Runs a check at most once per interval. Calls within the interval get the last result. */
export function atIntervals(check: () => Promise<void>): () => Promise<void> {
  let last: { readonly at: number; readonly result: Promise<void> } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at >= interval) last = { at: now, result: check() };
    return last.result;
  };
}
