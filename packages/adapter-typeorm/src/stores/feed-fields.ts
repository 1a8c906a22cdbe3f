import type { AccountId, FeedEntry, FeedId, FeedList } from "@repute/domain";
import { fieldKey } from "../lists/field-key.js";
import { slices } from "../rows/slices.js";
import type { Session } from "../session.js";
import { boundIds, removeRows } from "./feed-rows.js";

/** Makes the custom fields of a few entries what they are now; entries that neither had nor have any cost one look. */
export async function replaceFields(
  session: Session,
  account: AccountId,
  list: FeedList,
  entries: readonly FeedEntry[],
): Promise<void> {
  const known = await session.query(presence(session), [account, list, boundIds(entries)]);
  if (known.length > 0) await removeRows(session, "feed_fields", account, list, known as FeedId[]);
  const rows = entries.flatMap(({ kind, id, at, customFields }) =>
    Object.entries(customFields).map(([name, value]) => [kind, id, fieldKey(name, value), at]),
  );
  for (const slice of slices(rows, () => 1)) {
    await session.run(insertion(session), [account, list, JSON.stringify(slice)]);
  }
}

/**
 * Which of the entries have custom fields, looked up one after another. As a join it would be planned for a table as
 * small as it was once, and read all of it each time in the unit of work that fills it.
 */
const presence = ({ dialect }: Session): string =>
  `SELECT kind, id FROM (SELECT ${dialect.member(0, "integer")} AS kind, ${dialect.member(1, "integer")} AS id
      FROM ${dialect.elements("$3")}) AS published
    WHERE (SELECT count(*) FROM feed_fields WHERE account_id = $1 AND list = $2
      AND kind = published.kind AND id = published.id) > 0`;

function insertion({ dialect }: Session): string {
  const kinds = ["integer", "integer", "text", "integer"] as const;
  const values = kinds.map((kind, index) => dialect.member(index, kind));
  return `INSERT INTO feed_fields (account_id, list, kind, id, key, at)
    SELECT $1, $2, ${values.join(", ")} FROM ${dialect.elements("$3")}`;
}
