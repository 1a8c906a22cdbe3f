/** Runs a function with a signal that aborts after a number of milliseconds or when `closing` aborts. */
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
