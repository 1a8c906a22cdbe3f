import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedId, FeedList } from "@repute/domain";
import type { Session, Value } from "../engine/session.js";

// A negative modification time marks a row. The index on modification times can then find all marked rows.
const marked = "-1 - modified_at";

/** SQL expression for the modification time that a row had before it was marked as outdated. */
export const unmarked = "-1 - feed.modified_at";

/** SQL condition that the item of a row is unchanged. */
export const isUnchanged = "feed.item = excluded.item AND feed.tail IS NOT DISTINCT FROM excluded.tail";

/** SQL condition for rows that are marked as outdated. */
export const isMarked = "feed.modified_at < 0";

const slice = 500;

/** Marks all feed rows of an account as outdated. Yields to the event loop after each batch. */
export async function markRows({ query, run }: Session, account: AccountId): Promise<void> {
  const after = "account_id = $1 AND (list, at, kind, id) > ($2, $3, $4, $5)";
  let last: readonly Value[] = ["", 0, 0, 0];
  for (;;) {
    const [bound] = await query(
      `SELECT list, at, kind, id FROM feed WHERE ${after} ORDER BY list, at, kind, id LIMIT 1 OFFSET ${slice - 1}`,
      [account, ...last],
    );
    const next = bound && ([bound["list"], bound["at"], bound["kind"], bound["id"]] as readonly Value[]);
    const upTo = next ? " AND (list, at, kind, id) <= ($6, $7, $8, $9)" : "";
    await run(`UPDATE feed SET modified_at = ${marked} WHERE ${after}${upTo}`, [account, ...last, ...(next ?? [])]);
    await setImmediate();
    if (!next) return;
    last = next;
  }
}

/**
 * Yields the marked feed rows of an account in batches.
 * The caller must delete each batch before requesting the next one.
 */
export async function* markedRows(
  { query }: Session,
  account: AccountId,
): AsyncGenerator<{ readonly list: FeedList; readonly ids: readonly FeedId[] }> {
  for (let list = ""; ; await setImmediate()) {
    const [next] = await query("SELECT min(list) AS list FROM feed WHERE account_id = $1 AND list > $2", [
      account,
      list,
    ]);
    if (typeof next?.["list"] !== "string") return;
    list = next["list"];
    for (;;) {
      const rows = await query(
        `SELECT kind, id FROM feed WHERE account_id = $1 AND list = $2 AND modified_at < 0 LIMIT ${slice}`,
        [account, list],
      );
      if (rows.length === 0) break;
      yield { list: list as FeedList, ids: rows as unknown as FeedId[] };
    }
  }
}
