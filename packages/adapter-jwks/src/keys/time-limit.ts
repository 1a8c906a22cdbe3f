/** Runs work whose signal ends it after some milliseconds, or when its owner closes. */
export async function withinTime<T>(
  milliseconds: number,
  closing: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const end = () => limit.abort();
  const timer = setTimeout(end, milliseconds);
  closing.addEventListener("abort", end);
  if (closing.aborted) end();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener("abort", end);
  }
}
