type Waiting = { readonly host: string; start(): void };

/** Runs a function for a host when a slot is free. Rejects if the signal aborts before the function starts. */
export type FetchSlots = <T>(host: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Creates slots that run at most `atOnce` functions at a time, and at most one function per host. */
export function fetchSlots(atOnce: number): FetchSlots {
  const busy = new Set<string>();
  const queue = new Set<Waiting>();

  function startNext(): void {
    for (const waiting of queue) {
      if (busy.size === atOnce) return;
      if (busy.has(waiting.host)) continue;
      busy.add(waiting.host);
      queue.delete(waiting);
      waiting.start();
    }
  }

  const turn = (host: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const waiting = { host, start };
      function start(): void {
        signal.removeEventListener("abort", leave);
        resolve();
      }
      function leave(): void {
        queue.delete(waiting);
        reject(signal.reason);
      }
      signal.addEventListener("abort", leave);
      queue.add(waiting);
      startNext();
    });

  return async (host, signal, work) => {
    await turn(host, signal);
    try {
      return await work();
    } finally {
      busy.delete(host);
      startNext();
    }
  };
}
