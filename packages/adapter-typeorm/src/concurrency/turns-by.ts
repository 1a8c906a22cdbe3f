import { turns } from "./turns.js";

/** Runs jobs with equal keys one after another, in order of arrival. Jobs with different keys run concurrently. */
export function turnsBy<Key>() {
  const lines = new Map<Key, { readonly inTurn: ReturnType<typeof turns>; length: number }>();
  return async function inTurn<T>(key: Key, job: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { inTurn: turns(), length: 0 };
    lines.set(key, line);
    line.length += 1;
    try {
      return await line.inTurn(job);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}
