import { ReputeError } from "./repute-error.js";

/** Waits so many milliseconds, or rejects once the signal is aborted. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** How often a request is sent again, and after what pauses at the longest. */
export type Retries = { readonly times: number; readonly longestMs: number; readonly pause: Pause };

const passing: readonly number[] = [429, 502, 503, 504];
const firstPause = 500;

/**
 * Does it again, after pauses that double, when the connection was lost or the server is busy. `Retry-After` is
 * honoured; one that is longer than the longest pause is an error at once, as is everything else.
 */
export async function withRetries<T>(
  { times, longestMs, pause }: Retries,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      const ms = pauseAfter(error, tried);
      if (tried >= times || ms === undefined || ms > longestMs) throw error;
      await pause(ms, signal);
    }
  }
}

const isPassing = ({ code, status }: ReputeError) => code === "connection_lost" || passing.includes(status);

/** Half of it is drawn by lot, so that many who were refused together do not come back together. */
function pauseAfter(error: unknown, tried: number): number | undefined {
  if (!(error instanceof ReputeError) || !isPassing(error)) return undefined;
  return error.retryAfterMs ?? firstPause * 2 ** tried * (0.5 + Math.random() / 2);
}

export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
