import { ReputeError } from "./repute-error.js";

/** Waits `ms` milliseconds. Rejects if the signal aborts. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Maximum number of retries, and the longest pause before a retry. */
export type Retries = { readonly times: number; readonly maxMs: number; readonly pause: Pause };

const passing: readonly number[] = [429, 502, 503, 504];
const firstPause = 500;

/**
 * Retries `attempt` with exponential backoff if the connection was lost or the server is busy.
 * Honors `Retry-After`, but throws immediately if the delay exceeds the longest pause.
 * Throws all other errors immediately.
 */
export async function withRetries<T>(
  { times, maxMs, pause }: Retries,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      const ms = pauseAfter(error, tried);
      if (tried >= times || ms === undefined || ms > maxMs) throw error;
      await pause(ms, signal);
    }
  }
}

const isPassing = (error: ReputeError) =>
  error.code === "connection_lost" ? !isPermanent(error) : passing.includes(error.status);

/** Network errors that a retry cannot resolve: an unknown host, an invalid certificate, or a port without TLS. */
const permanent = /^(?:ENOTFOUND|EPROTO|.*CERT.*|UNABLE_TO_.*|ERR_SSL_.*)$/;

/** True if an error, or any error in its chain of causes, is permanent. `fetch` wraps the original error as `cause`. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return (typeof code === "string" && permanent.test(code)) || isPermanent(cause);
}

/**
 * Returns the pause before the next attempt, or undefined if the error is permanent.
 * Half of the pause is random so that clients do not all retry at the same time.
 */
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
