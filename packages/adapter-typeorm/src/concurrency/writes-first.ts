/** Duration after which a write no longer delays lists, in milliseconds, so that a large load does not. */
const longWrite = 100;

/** Maximum delay of one step of a list, in milliseconds, so that lists continue during many short writes. */
const maxDelay = 25;

/** Delays the steps of lists while short writes run. */
export type WritesFirst = {
  /** Runs a write. */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no short write runs, or after 25 milliseconds. */
  turn(): Promise<void>;
};

/** Returns functions that run short writes before the steps of lists, because lists would slow them down. */
export function writesFirst(): WritesFirst {
  const writes = new Set<symbol>();
  const waiting = new Set<() => void>();

  function end(write: symbol): void {
    writes.delete(write);
    if (writes.size > 0) return;
    for (const resume of waiting) resume();
  }

  return {
    async write(work) {
      const write = Symbol("write");
      writes.add(write);
      const timer = setTimeout(end, longWrite, write);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        end(write);
      }
    },
    async turn() {
      if (writes.size === 0) return;
      await new Promise<void>((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          waiting.delete(resume);
          resolve();
        };
        const timer = setTimeout(resume, maxDelay);
        waiting.add(resume);
      });
    },
  };
}
