type Waiting<Key> = { readonly key: Key; readonly enter: () => void };

/**
 * Runs at most `max` jobs concurrently, and shares the capacity fairly between keys.
 * When a job ends, the next job comes from the key with the fewest running jobs.
 * Among keys with equally many jobs, jobs start in order of arrival.
 * A job that runs longer than `patience` milliseconds no longer counts toward the limit.
 */
export function fairQueue<Key>({ max, patience }: { readonly max: number; readonly patience: number }) {
  let waiting: readonly Waiting<Key>[] = [];
  const running = new Map<Key, number>();
  let free = max;
  const runningOf = (key: Key) => running.get(key) ?? 0;

  function enter(key: Key): void {
    free -= 1;
    running.set(key, runningOf(key) + 1);
  }

  function leave(key: Key): void {
    free += 1;
    if (runningOf(key) > 1) running.set(key, runningOf(key) - 1);
    else running.delete(key);
    const next = waiting.reduce<Waiting<Key> | undefined>(
      (best, one) => (best && runningOf(best.key) <= runningOf(one.key) ? best : one),
      undefined,
    );
    if (!next) return;
    waiting = waiting.filter((one) => one !== next);
    enter(next.key);
    next.enter();
  }

  return async function enqueue<T>(key: Key, job: () => Promise<T>): Promise<T> {
    if (free > 0) enter(key);
    else await new Promise<void>((resolve) => (waiting = [...waiting, { key, enter: resolve }]));
    let isOver = false;
    const end = () => {
      if (!isOver) leave(key);
      isOver = true;
    };
    const timer = setTimeout(end, patience);
    try {
      return await job();
    } finally {
      clearTimeout(timer);
      end();
    }
  };
}
