import { serialQueue } from "./serial-queue.js";

/** Runs jobs with equal keys one after another, in order of arrival. Jobs with different keys run concurrently. */
export function serialQueueByKey<Key>() {
  const lines = new Map<Key, { readonly enqueue: ReturnType<typeof serialQueue>; length: number }>();
  return async function enqueue<T>(key: Key, job: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { enqueue: serialQueue(), length: 0 };
    lines.set(key, line);
    line.length += 1;
    try {
      return await line.enqueue(job);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}
