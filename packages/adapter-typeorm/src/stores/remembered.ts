import type { LatestSession } from "../engine/engine.js";

/** Maximum number of cached results. */
const most = 1_000;

/** Returns a lookup that caches its results until the next commit. */
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
    if (now !== knownAt || known.size >= most) known.clear();
    knownAt = now;
    const before = known.get(key);
    if (before) return before;
    const found = await lookUp(key);
    // Another call may have seen a new commit during the lookup.
    if (found && now === knownAt) known.set(key, found);
    return found;
  };
}
