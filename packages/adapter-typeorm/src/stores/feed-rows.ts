import type { AccountId, FeedId, FeedList } from "@repute/domain";
import type { Session } from "../session.js";

/** The tables that entries stand in. */
type FeedTable = "feed" | "feed_fields";

/** Ids as statements are given them. */
export const boundIds = (ids: readonly FeedId[]): string => JSON.stringify(ids.map(({ kind, id }) => [kind, id]));

/** Takes the rows of a few entries out; returns how many there were. */
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
