/** Runs `work` and returns its result. Returns undefined if `work` throws, so that no failure breaks the page. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
