import type { LatestSession } from "../engine/engine.js";

const max = 1_000;

/** Wraps a lookup with a cache that is cleared after each commit by any process. */
export function remembered<Found extends object>(
  session: LatestSession,
  lookUp: (key: string) => Promise<Found | undefined>,
): (key: string) => Promise<Found | undefined> {
  const { state } = session;
  if (!state) return lookUp;
  const known = new Map<string, Found>();
  let knownAt: number | undefined;
  return async (key) => {
    const now = await state();
    if (now !== knownAt || known.size >= max) known.clear();
    knownAt = now;
    const before = known.get(key);
    if (before) return before;
    const found = await lookUp(key);
    // Do not cache the result if another call has detected a new commit meanwhile, because the result may be stale.
    if (found && now === knownAt) known.set(key, found);
    return found;
  };
}
