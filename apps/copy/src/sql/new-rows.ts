import type { ListChanges } from "../page.js";
import type { Engine } from "./engine.js";
import { tableOf } from "./layout.js";

/** Returns true if all rows are new and no id appears twice. The rows can then be inserted with faster statements. */
export async function areNew(
  { hasSome }: NonNullable<Engine["fresh"]>,
  prefix: string,
  changes: readonly ListChanges[],
): Promise<boolean> {
  if (changes.some(({ deletes }) => deletes.length > 0)) return false;
  const ids = new Map<string, Set<string>>();
  for (const { list, upserts } of changes) {
    const found = ids.get(list) ?? new Set();
    const size = found.size + upserts.length;
    for (const { id } of upserts) found.add(id);
    if (found.size < size) return false;
    ids.set(list, found);
  }
  for (const [list, found] of ids) if (await hasSome(prefix + tableOf(list).name, [...found])) return false;
  return true;
}
