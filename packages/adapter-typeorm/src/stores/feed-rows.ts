import type { AccountId, FeedId, FeedList } from "@repute/domain";
import type { Session } from "../engine/session.js";

/** Encodes entry ids as a JSON array, for binding to a statement. */
export const boundIds = (ids: readonly FeedId[]): string => JSON.stringify(ids.map(({ kind, id }) => [kind, id]));

/** Deleted entry with its public id. */
export type RemovedEntry = FeedId & { readonly publicId: string };

/** Deletes entries with one statement. Returns the entries that existed. */
export async function removeEntries(
  session: Session,
  account: AccountId,
  list: FeedList,
  ids: readonly FeedId[],
): Promise<readonly RemovedEntry[]> {
  const sql = `${removal(session, "feed")} RETURNING kind, id, coalesce(name, CAST(id AS TEXT)) AS "publicId"`;
  return (await session.query(sql, [account, list, boundIds(ids)])) as unknown as readonly RemovedEntry[];
}

/** Deletes the custom fields of entries with one statement. */
export const removeFields = (
  session: Session,
  account: AccountId,
  list: FeedList,
  ids: readonly FeedId[],
): Promise<number> => session.run(removal(session, "feed_fields"), [account, list, boundIds(ids)]);

function removal({ dialect }: Session, table: "feed" | "feed_fields"): string {
  const members = [0, 1].map((index) => dialect.member(index, "integer"));
  return `DELETE FROM ${table} WHERE account_id = $1 AND list = $2 AND (kind, id) IN
    (SELECT ${members.join(", ")} FROM ${dialect.elements("$3")})`;
}
