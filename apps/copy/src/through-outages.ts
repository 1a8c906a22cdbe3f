import { ReputeError } from "@repute/client";
import { isCopyError } from "./copy-error.js";

/** Abort signal, timer and callback for the retries of `--watch`. */
export type Watching = {
  readonly signal: AbortSignal;
  /** Waits `ms` milliseconds. Rejects if the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called before each pause with the error and the length of the pause in milliseconds. */
  readonly onOutage: (error: unknown, ms: number) => void;
};

const firstPause = 1_000;
const maxPause = 60_000;

/**
 * Retries `attempt` after each outage, with exponential backoff. Throws permanent errors.
 * `attempt` calls `synced` when the copy is up to date.
 * After that, a rejected token or an unavailable target also counts as an outage, because both have worked before.
 */
export async function throughOutages<T>(attempt: (synced: () => void) => Promise<T>, watching: Watching): Promise<T> {
  const { signal, pause, onOutage } = watching;
  let hasSynced = false;
  let failures = 0;
  const synced = () => {
    hasSynced = true;
    failures = 0;
  };
  for (;;) {
    try {
      return await attempt(synced);
    } catch (error) {
      signal.throwIfAborted();
      if (!isOutage(error, hasSynced)) throw error;
      const ms = Math.min(maxPause, firstPause * 2 ** failures);
      failures += 1;
      onOutage(error, ms);
      await pause(ms, signal);
    }
  }
}

const passing: readonly number[] = [0, 408, 429, 500, 502, 503, 504];
const passingAfterSync: readonly string[] = ["target_failed", "invalid_token_file", "invalid_key_file"];

function isOutage(error: unknown, hasSynced: boolean): boolean {
  if (!isCopyError(error)) return hasSynced && isSystemError(error);
  const { cause, code } = error;
  if (cause instanceof ReputeError && code !== "other_account") return hasSynced || passing.includes(cause.status);
  return hasSynced && passingAfterSync.includes(code);
}

/** Returns true if an error comes from the operating system or a database driver, such as a refused connection. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && typeof (error as { readonly code?: unknown }).code === "string";
