import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedId, FeedList } from "@repute/domain";
import type { Session, Value } from "../session.js";

// A marked row's time of change is below zero, where no real one is: no column more, and an index finds it.
const marked = "-1 - modified_at";

/** The time of change that a marked row had. */
export const unmarked = "-1 - feed.modified_at";

/** Whether what is written over a row says the same as a row that was marked. */
export const isUnchanged =
  "feed.modified_at < 0 AND feed.item = excluded.item AND feed.tail IS NOT DISTINCT FROM excluded.tail";

const slice = 500;

/** Marks all rows of an account, some at a time: other work gets its turn in between. */
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

/** The rows of an account that are marked still, some at a time; they have to be gone before the next are asked for. */
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
