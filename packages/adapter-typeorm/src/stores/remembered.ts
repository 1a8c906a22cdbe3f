import type { LatestSession } from "../engine.js";

/** So many things are remembered at most. */
const most = 1_000;

/** A look-up that remembers what it has found for as long as nothing at all is committed. */
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
    // Others may have come to know of a commit meanwhile.
    if (found && now === knownAt) known.set(key, found);
    return found;
  };
}
