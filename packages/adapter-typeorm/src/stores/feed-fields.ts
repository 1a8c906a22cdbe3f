import { setImmediate } from "node:timers/promises";
import type { AccountId, FeedEntry, FeedId, FeedList } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { fieldKey } from "../lists/field-key.js";
import { boundRows } from "../tables/lookup-table.js";
import { slices } from "../tables/slices.js";
import { boundIds, removeFields } from "./feed-rows.js";

/** Maximum number of entries per lookup statement. The number is high because each lookup is fast. */
const maxLookups = 1_000;

/**
 * Maintains the rows of `feed_fields` during a unit of work. Costs only one lookup for a list without custom fields.
 */
export function feedFields(session: Session) {
  const known = new Map<string, boolean>();

  async function hasAny(account: AccountId, list: FeedList): Promise<boolean> {
    const name = `${account}/${list}`;
    const any = known.get(name) ?? (await session.query(anyField, [account, list])).length > 0;
    known.set(name, any);
    return any;
  }

  async function remove(account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<void> {
    if (!(await hasAny(account, list))) return;
    for (const slice of slices(ids, () => 1, maxLookups)) {
      const stored = (await session.query(storedAmong(session), [account, list, boundIds(slice)])) as FeedId[];
      for (const part of slices(stored, () => 1)) await removeFields(session, account, list, part);
      await setImmediate();
    }
  }

  async function add(account: AccountId, list: FeedList, entries: readonly FeedEntry[]): Promise<void> {
    const rows = entries.flatMap(({ kind, id, at, customFields }) =>
      Object.entries(customFields).map(([name, value]) => [kind, id, fieldKey(list, name, value), at]),
    );
    for (const slice of slices(rows, () => 1)) {
      await session.run(addition(session), [account, list, JSON.stringify(slice)]);
      known.set(`${account}/${list}`, true);
      await setImmediate();
    }
  }

  return {
    remove,
    /** Replaces the custom fields of `entries`. Old fields are deleted only for entries in `before`. */
    async replace(
      account: AccountId,
      list: FeedList,
      before: readonly FeedId[],
      entries: readonly FeedEntry[],
    ): Promise<void> {
      if (before.length > 0) await remove(account, list, before);
      await add(account, list, entries);
    },
  };
}

const anyField = "SELECT 1 FROM feed_fields WHERE account_id = $1 AND list = $2 LIMIT 1";

/**
 * Returns a query that looks up each entry's custom fields separately.
 * PostgreSQL would plan a join while the table is small.
 * That join would later read the whole table for each statement of a bulk write.
 */
const storedAmong = ({ dialect }: Session): string =>
  `SELECT kind, id FROM ${boundRows(dialect, "$3", { kind: "integer", id: "integer" })} AS looked
    WHERE (SELECT count(*) FROM feed_fields WHERE account_id = $1 AND list = $2
      AND kind = looked.kind AND id = looked.id) > 0`;

function addition({ dialect }: Session): string {
  const kinds = ["integer", "integer", "text", "integer"] as const;
  const values = kinds.map((kind, index) => dialect.member(index, kind));
  return `INSERT INTO feed_fields (account_id, list, kind, id, key, at)
    SELECT $1, $2, ${values.join(", ")} FROM ${dialect.elements("$3")}`;
}
