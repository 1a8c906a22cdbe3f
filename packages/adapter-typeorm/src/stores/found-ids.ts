import { setImmediate } from "node:timers/promises";
import type { AccountId } from "@repute/domain";
import { asked } from "../rows/asked.js";
import { slices } from "../rows/slices.js";
import type { Session } from "../session.js";

/** The ids of the account's rows of a table whose `column` says one of these texts, the least of each. */
export async function idsByText(
  session: Session,
  table: string,
  column: string,
  account: AccountId,
  texts: readonly string[],
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  // By the index of the column, and not by that of the ids, in whose order all rows would be looked through.
  const sql = `SELECT (SELECT id FROM ${table} WHERE account_id = $1 AND ${column} = asked.wanted ORDER BY id + 0 LIMIT 1) AS id
    FROM ${asked(session.dialect, "$2", { wanted: "text" })}`;
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
