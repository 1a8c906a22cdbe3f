import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedId, FeedList } from "@repute/domain";
import type { Session } from "../session.js";

/** The tables that entries stand in, each with what tells the rows of an account apart. */
const keys = { feed: "list, at, kind, id", feed_fields: "list, kind, id, key" } as const;

type FeedTable = keyof typeof keys;

/** Ids as statements are given them. */
export const boundIds = (ids: readonly FeedId[]): string => JSON.stringify(ids.map(({ kind, id }) => [kind, id]));

/** Takes the rows of a few entries out; answers how many there were. */
export function removeRows(
  { dialect, run }: Session,
  table: FeedTable,
  account: AccountId,
  list: FeedList,
  ids: readonly FeedId[],
): Promise<number> {
  const members = [0, 1].map((index) => dialect.member(index, "integer"));
  const sql = `DELETE FROM ${table} WHERE account_id = $1 AND list = $2 AND (kind, id) IN
    (SELECT ${members.join(", ")} FROM ${dialect.elements("$3")})`;
  return run(sql, [account, list, boundIds(ids)]);
}

/** Takes all rows of an account out, a few at a time: other work gets its turn in between. */
export async function clearRows({ run }: Session, table: FeedTable, account: AccountId): Promise<void> {
  const sql = `DELETE FROM ${table} WHERE account_id = $1 AND (${keys[table]}) IN
    (SELECT ${keys[table]} FROM ${table} WHERE account_id = $1 LIMIT 250)`;
  while ((await run(sql, [account])) > 0) await setImmediate();
}
