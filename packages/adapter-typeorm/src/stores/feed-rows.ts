import { setImmediate } from "node:timers/promises";
import type {
  AccountId,
  ChangedKeys,
  EntryKeyReader,
  EntryKeys,
  FeedEntry,
  FeedId,
  FeedList,
  NewestEntry,
} from "@repute/domain";
import type { Dialect, Insertion, Session } from "../engine.js";
import { beginningAfter } from "../lists/change-position.js";
import { fieldKey } from "../lists/list-query.js";
import { boundRows, isAmong, maxAdded, slices, turnAfter } from "../tables/bound-rows.js";

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
const removeFields = (session: Session, account: AccountId, list: FeedList, ids: readonly FeedId[]): Promise<number> =>
  session.run(removal(session, "feed_fields"), [account, list, boundIds(ids)]);

function removal({ dialect }: Session, table: "feed" | "feed_fields"): string {
  return `DELETE FROM ${table}${table === "feed" ? dialect.byEntry : ""} WHERE ${isEntryOf(dialect, table)}`;
}

/** Condition that a row belongs to account `$1`, to list `$2` and to one of the entries bound at `$3`. */
export const isEntryOf = (dialect: Dialect, table: "feed" | "feed_fields"): string =>
  isAmong(
    dialect,
    { table, condition: "account_id = $1 AND list = $2", keys: { kind: "integer", id: "integer" } },
    "$3",
  );

/** Returns a reader for the public ids and the join keys of list entries. */
export const entryKeys = (session: Session): EntryKeyReader => ({
  async of(account, list, ids) {
    const found: EntryKeys[] = [];
    const sql = `SELECT kind, id, name, keys, changed_at FROM feed WHERE ${isEntryOf(session.dialect, "feed")}`;
    for (const slice of slices(ids, () => 1, 1_000)) {
      const rows = await session.query(sql, [account, list, boundIds(slice)]);
      found.push(...(rows as unknown as readonly KeyRow[]).map(keysFrom));
    }
    return found;
  },
  async changedAfter(account, after, limit) {
    const { revision, list, kind, id } = beginningAfter(after);
    const values = [account, revision, list, kind, id, limit];
    const rows = [...(await session.query(changedEntries, values)), ...(await session.query(deletedEntries, values))];
    return (rows as unknown as readonly ChangedRow[])
      .map(({ is_deleted: deleted, ...row }): ChangedKeys => ({ ...row, isDeleted: deleted === 1 }))
      .sort(inChanges)
      .slice(0, limit);
  },
  newest: async (account, until) =>
    (await session.query(newest, [account, until])) as unknown as readonly NewestEntry[],
});

/** Finds each list in the primary key from the list before it, because a grouped query would read all entries. */
const newest = `WITH RECURSIVE known (list) AS (
    SELECT min(list) FROM feed WHERE account_id = $1
    UNION ALL
    SELECT (SELECT min(list) FROM feed WHERE account_id = $1 AND list > known.list) FROM known WHERE list IS NOT NULL
  ), found AS (
    SELECT list, (SELECT max(at) FROM feed WHERE account_id = $1 AND list = known.list AND at <= $2) AS at FROM known
  )
  SELECT list, at FROM found WHERE at IS NOT NULL`;

type ChangedRow = Omit<ChangedKeys, "isDeleted"> & { readonly is_deleted: number };

const afterChange = `WHERE account_id = $1 AND (revision, list, kind, id) > ($2, $3, $4, $5)
  ORDER BY revision, list, kind, id LIMIT $6`;

const changedEntries = `SELECT list, kind, id, coalesce(name, CAST(id AS TEXT)) AS "publicId", revision,
  changed_at AS "changedAt", 0 AS is_deleted FROM feed ${afterChange}`;

const deletedEntries = `SELECT list, kind, id, public_id AS "publicId", revision,
  changed_at AS "changedAt", 1 AS is_deleted FROM feed_tombstones ${afterChange}`;

/** Compares changes in the order of the change feed. */
const inChanges = (a: ChangedKeys, b: ChangedKeys): number =>
  a.revision - b.revision || (a.list < b.list ? -1 : Number(a.list > b.list)) || a.kind - b.kind || a.id - b.id;

type KeyRow = {
  readonly kind: number;
  readonly id: number;
  readonly name: string | null;
  readonly keys: Uint8Array | null;
  readonly changed_at: number;
};

const keysFrom = ({ kind, id, name, keys, changed_at: changedAt }: KeyRow): EntryKeys => ({
  ...{ kind, id, changedAt: changedAt as EntryKeys["changedAt"] },
  ...(name !== null && { name }),
  ...(keys !== null && { keys: Buffer.from(keys).toString() }),
});

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
      const stored = (await session.query(entriesWithFields(session), [account, list, boundIds(slice)])) as FeedId[];
      for (const part of slices(stored, () => 1)) await removeFields(session, account, list, part);
      await setImmediate();
    }
  }

  async function add(account: AccountId, list: FeedList, entries: readonly FeedEntry[]): Promise<void> {
    const rows = entries.flatMap(({ kind, id, at, fields }) =>
      Object.entries(fields).map(([name, value]) => [account, list, kind, id, fieldKey(list, name, value), at]),
    );
    for (const slice of slices(rows, () => 1, maxAdded)) {
      await session.put(fieldAddition, slice);
      known.set(`${account}/${list}`, true);
      await turnAfter(slice.length);
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
const entriesWithFields = ({ dialect }: Session): string =>
  `SELECT kind, id FROM ${boundRows(dialect, "$3", { kind: "integer", id: "integer" })} AS looked
    WHERE (SELECT count(*) FROM feed_fields WHERE account_id = $1 AND list = $2
      AND kind = looked.kind AND id = looked.id) > 0`;

const fieldAddition: Insertion = {
  table: "feed_fields",
  columns: [
    { name: "account_id", kind: "integer" },
    { name: "list", kind: "text" },
    { name: "kind", kind: "integer" },
    { name: "id", kind: "integer" },
    { name: "key", kind: "text" },
    { name: "at", kind: "integer" },
  ],
  action: "",
};
