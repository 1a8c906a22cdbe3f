/** What `work` answers; nothing when it throws: whatever fails in here, the page goes on. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
