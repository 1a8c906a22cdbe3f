import { setImmediate } from "node:timers/promises";
import type { AccountId } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { lookupTable } from "../tables/lookup-table.js";
import { slices } from "../tables/slices.js";

/**
 * Looks up strings in a column. Returns one row id per string that was found.
 * If several rows contain a string, returns the lowest id.
 */
export async function idsByText(
  session: Session,
  table: string,
  column: string,
  account: AccountId,
  texts: readonly string[],
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  // `ORDER BY id` would make the database scan all ids in order. With `id + 0`, it uses the index of `column`.
  const sql = `SELECT (SELECT id FROM ${table} WHERE account_id = $1 AND ${column} = lookup.wanted ORDER BY id + 0 LIMIT 1) AS id
    FROM ${lookupTable(session.dialect, "$2", { wanted: "text" })}`;
  for (const slice of slices(
    texts.map((text) => [text]),
    () => 1,
  )) {
    for (const { id } of await session.query(sql, [account, JSON.stringify(slice)])) {
      if (id !== null) ids.add(id as number);
    }
    await setImmediate();
  }
  return ids;
}
