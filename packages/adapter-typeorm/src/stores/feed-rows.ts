import type { AccountId, FeedId, FeedList } from "@repute/domain";
import type { Dialect } from "../engine/dialect.js";
import type { Session } from "../engine/session.js";
import { isAmong } from "../tables/lookup-table.js";

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
  return `DELETE FROM ${table} WHERE ${isEntryOf(dialect, table)}`;
}

/** Condition that a row belongs to account `$1`, to list `$2` and to one of the entries bound at `$3`. */
export const isEntryOf = (dialect: Dialect, table: "feed" | "feed_fields"): string =>
  isAmong(
    dialect,
    { table, condition: "account_id = $1 AND list = $2", keys: { kind: "integer", id: "integer" } },
    "$3",
  );
