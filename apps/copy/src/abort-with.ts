/** Abort controller that also aborts when another signal aborts. */
export type Following = {
  readonly signal: AbortSignal;
  /** Aborts the controller, and stops listening to the caller's signal. */
  abort(this: void): void;
};

/**
 * Returns a controller that also aborts when `signal` aborts.
 * Unlike `AbortSignal.any`, it holds strong references to both signals, so garbage collection cannot disconnect them.
 */
export function abortWith(signal: AbortSignal | undefined): Following {
  const own = new AbortController();
  const follow = () => own.abort(signal?.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener("abort", follow, { once: true });
  return {
    signal: own.signal,
    abort() {
      signal?.removeEventListener("abort", follow);
      own.abort();
    },
  };
}
