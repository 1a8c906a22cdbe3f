import { setImmediate } from "node:timers/promises";
import type {
  AccountId,
  AnyId,
  Bulk,
  IdReader,
  InvitedStore,
  KeyedStore,
  NpsSurvey,
  NumberedKind,
  RecordPage,
  RecordStore,
  Renamed,
  Review,
} from "@repute/domain";
import type { Session } from "../engine.js";
import { isAmong, lookupTable, slices, turnAfter } from "../tables/bound-rows.js";
import type { RecordTable } from "../tables/table.js";
import { gatherKeys } from "./key-batch.js";
import type { KeyTable } from "./key-table.js";

type Published = { readonly id: AnyId };

export function recordStore<R extends Published>(session: Session, table: RecordTable<R>): RecordStore<R> {
  return {
    byIds: (account, ids) =>
      ids.length < minForJoin
        ? withOneOf(session, table, account, "id", ids)
        : storedAmong(session, table, account, ids),
    save: (account, records) => table.save(session, account, records),
    remove: (account, ids) => removeIds(session, table, account, ids),
    async page(account, page) {
      const { after, limit, mentioning } = page;
      if (mentioning) return pageOfMentions(session, table, account, { after, limit, mentioning });
      const found = await table.find(session, `${table.own} AND id > $2 ORDER BY id LIMIT $3`, [account, after, limit]);
      await setImmediate();
      return found;
    },
  };
}

/** Returns a store for records that refer to invites. */
export const invitedStore = <R extends Review | NpsSurvey>(
  session: Session,
  table: RecordTable<R>,
): InvitedStore<R> => ({
  ...recordStore(session, table),
  ofInvites: (account, invites) => withOneOf(session, table, account, "invite_id", invites),
});

/** Returns a store for records with lookup keys. */
export function keyedStore<R extends { readonly id: AnyId }>(
  session: Session,
  table: RecordTable<R>,
  keyTables: readonly KeyTable<R>[],
): KeyedStore<R> {
  const { byIds: find, remove, page } = recordStore(session, table);
  const stored = storedRecords(session, table);

  async function byIds(account: AccountId, ids: readonly R["id"][]): Promise<R[]> {
    return ids.length < minForJoin
      ? find(account, ids)
      : withOneOf(session, table, account, "id", await stored.among(account, ids));
  }

  async function addKeysOf(account: AccountId, records: readonly R[]): Promise<void> {
    for (const keys of keyTables) await keys.append(session, account, records);
  }

  const removeKeysOf = async (account: AccountId, records: readonly R[]): Promise<void> => {
    for (const keys of keyTables) await keys.remove(session, account, records);
  };

  async function replace(account: AccountId, before: readonly R[], after: readonly R[]): Promise<void> {
    await removeKeysOf(account, before);
    await table.save(session, account, after);
    await addKeysOf(account, after);
  }

  /**
   * Keeps the last of several records with the same id.
   * Also returns the stored records with these ids, and the new records.
   */
  async function versionsOf(account: AccountId, records: readonly R[]) {
    const last = new Map(records.map((one) => [one.id, one]));
    const before = await byIds(account, [...last.keys()]);
    stored.note(account, [...last.values()]);
    const known = new Set(before.map(({ id }) => id));
    const added = [...last.values()].filter(({ id }) => !known.has(id));
    return { last, before, added };
  }

  return {
    byIds,
    page,
    async save(account, records, bulk?: Bulk) {
      const { last, before, added } = await versionsOf(account, records);
      const textOf = (record: R) => JSON.stringify(table.rowOf(account, record));
      // An interrupted bulk save may have stored a record without its keys.
      const isSame = (one: R) => bulk !== undefined && textOf(one) === textOf(last.get(one.id) as R);
      const [same, replaced] = [before.filter(isSame), before.filter((one) => !isSame(one))];
      await replace(
        account,
        replaced,
        replaced.map(({ id }) => last.get(id) as R),
      );
      await table.append(session, account, added);
      if (bulk) await gatherKeys(bulk, keyTables, account, [...same, ...added]);
      else await addKeysOf(account, added);
    },
    async remove(account, ids) {
      await removeKeysOf(account, await byIds(account, ids));
      await remove(account, ids);
    },
  };
}

/**
 * Returns the stored records with the given ids.
 * Skips ids above the highest stored id without a lookup, because the ids of new records are usually higher.
 */
async function storedAmong<R extends Published>(
  session: Session,
  table: RecordTable<R>,
  account: AccountId,
  ids: readonly number[],
): Promise<R[]> {
  const min = ids.reduce((one, other) => (one < other ? one : other), Number.MAX_SAFE_INTEGER);
  const last = `SELECT id FROM ${table.name} WHERE ${table.own} AND id >= $2 ORDER BY id DESC LIMIT 1`;
  const [{ id: greatest = 0 } = {}] = await session.query(last, [account, min]);
  return withOneOf(
    session,
    table,
    account,
    "id",
    ids.filter((id) => id <= (greatest as number)),
  );
}

/** Number of ids from which reading the highest stored id first saves time. */
const minForJoin = 20;

/** Returns the records that have one of the ids in `column`. Yields to the event loop after each batch. */
export async function withOneOf<R>(
  session: Session,
  { name, selection, own, fromRow }: Pick<RecordTable<R>, "name" | "selection" | "own" | "fromRow">,
  account: AccountId,
  column: string,
  ids: readonly number[],
): Promise<R[]> {
  const { dialect } = session;
  const found: R[] = [];
  const sql = dialect.rowsWith({ table: name, selection, condition: own, column }, "$2");
  for (const slice of slices(ids, () => 1)) {
    found.push(...(await session.query(sql, [account, dialect.list(slice)])).map(fromRow));
    await setImmediate();
  }
  return found;
}

/**
 * Returns a filter for records that a table may already contain.
 * A record may be stored if its id is not above the highest stored id.
 * New records usually have higher ids, so they need no lookup.
 */
function storedRecords(session: Session, { name, own }: Pick<RecordTable<unknown>, "name" | "own">) {
  const greatest = new Map<AccountId, number>();

  async function greatestId(account: AccountId): Promise<number> {
    const known = greatest.get(account);
    if (known !== undefined) return known;
    const [row] = await session.query(`SELECT id FROM ${name} WHERE ${own} AND id > 0 ORDER BY id DESC LIMIT 1`, [
      account,
    ]);
    const id = Number(row?.["id"] ?? 0);
    greatest.set(account, id);
    return id;
  }

  return {
    /** Returns the ids that are not greater than the greatest stored id. The other ids are new. */
    async among<Id extends number>(account: AccountId, ids: readonly Id[]): Promise<readonly Id[]> {
      const last = await greatestId(account);
      return ids.filter((id) => id <= last);
    },
    /** Updates the highest stored id after records have been stored. */
    note(account: AccountId, records: readonly { readonly id: AnyId }[]): void {
      const last = greatest.get(account);
      if (last === undefined) return;
      greatest.set(
        account,
        records.reduce((max, { id }) => Math.max(max, id), last),
      );
    },
  };
}

/**
 * Returns a page of records that mention renamed records.
 * Reads the records in batches by id, so that a search for rare mentions does not block other requests.
 */
async function pageOfMentions<R extends Published>(
  session: Session,
  table: RecordTable<R>,
  account: AccountId,
  page: Required<RecordPage>,
): Promise<R[]> {
  const { any, values } = mentions(session, table, page.mentioning);
  if (values.length === 0) return [];
  const where = `${table.own} AND id > $2 AND id <= $3 AND (${any}) ORDER BY id LIMIT $4`;
  const found: R[] = [];
  for (let after = page.after; found.length < page.limit; await setImmediate()) {
    const last = await lastOfStride(session, table, account, after);
    if (last === undefined) break;
    const left = page.limit - found.length;
    found.push(...(await table.find(session, where, [account, after, last, left, ...values])));
    after = last;
  }
  return found;
}

/** Returns the SQL condition that a row mentions a renamed record. The first placeholder is `$5`. */
function mentions<R>({ dialect }: Session, { has }: RecordTable<R>, renamed: Renamed) {
  const named = (Object.keys(nameColumns) as (keyof Renamed)[]).filter(
    (name) => renamed[name].length > 0 && has(nameColumns[name]),
  );
  return {
    any: named.map((name, index) => dialect.oneOf(nameColumns[name], "integer", `$${index + 5}`)).join(" OR "),
    values: named.map((name) => dialect.list(renamed[name])),
  };
}

/** Columns with the ids of records whose names may change. */
const nameColumns: Readonly<Record<keyof Renamed, string>> = {
  locationIds: "location_id",
  providerIds: "provider_id",
  platformIds: "platform_id",
  messageIds: "message_id",
  surveyIds: "survey_id",
  campaignIds: "campaign_id",
};

/** Returns the highest id in the batch of records that follows a given id. */
async function lastOfStride<R>(
  session: Session,
  { name, own }: RecordTable<R>,
  account: AccountId,
  after: number,
): Promise<number | undefined> {
  const next = `SELECT id FROM ${name} WHERE ${own} AND id > $2 ORDER BY id LIMIT ${stride}`;
  const [row] = await session.query(`SELECT max(id) AS id FROM (${next}) AS next`, [account, after]);
  return (row?.["id"] as number | null | undefined) ?? undefined;
}

/** Maximum number of rows that one statement reads. */
const stride = 2_000;

/** Deletes the records with the given ids. Yields to the event loop after each batch. */
export async function removeIds(
  session: Session,
  { name, own }: Pick<RecordTable<unknown>, "name" | "own">,
  account: AccountId,
  ids: readonly number[],
): Promise<void> {
  const { dialect } = session;
  const sql = `DELETE FROM ${name} WHERE ${own} AND ${dialect.oneOf("id", "integer", "$2")}`;
  for (const slice of slices(ids, () => 1)) {
    await session.run(sql, [account, dialect.list(slice)]);
    await turnAfter(slice.length);
  }
}

/**
 * Deletes the rows of an account that have one of the strings in `column`. Yields to the event loop after each batch.
 */
export async function removeTexts(
  session: Session,
  table: string,
  column: string,
  account: AccountId,
  texts: readonly string[],
): Promise<void> {
  const { dialect } = session;
  const sql = `DELETE FROM ${table} WHERE ${isAmong(dialect, { table, condition: "account_id = $1", keys: { [column]: "text" } }, "$2")}`;
  for (const slice of slices(texts, ({ length }) => length)) {
    await session.run(sql, [account, JSON.stringify(slice.map((text) => [text]))]);
    await turnAfter(slice.length);
  }
}

/**
 * Looks up strings in a column. Returns one row id per string that was found.
 * If several rows contain a string, returns the lowest id.
 */
export async function idsByText(
  session: Session,
  table: string,
  column: string,
  account: AccountId,
  texts: readonly string[],
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  // `ORDER BY id` would make the database scan all ids in order. With `id + 0`, it uses the index of `column`.
  const sql = `SELECT (SELECT id FROM ${table} WHERE account_id = $1 AND ${column} = lookup.wanted ORDER BY id + 0 LIMIT 1) AS id
    FROM ${lookupTable(session.dialect, "$2", { wanted: "text" })}`;
  for (const slice of slices(
    texts.map((text) => [text]),
    () => 1,
  )) {
    for (const { id } of await session.query(sql, [account, JSON.stringify(slice)])) {
      if (id !== null) ids.add(id as number);
    }
    await turnAfter(slice.length);
  }
  return ids;
}

export const idReader = (session: Session): IdReader => ({
  async greatest(account, kind) {
    let greatest = 0;
    for (const rows of numberedRows[kind]) {
      const highest = `SELECT id FROM ${rows} ORDER BY id DESC LIMIT 1`;
      for (const { id } of await session.query(highest, [account])) greatest = Math.max(greatest, Number(id));
    }
    return greatest;
  },
});

/** For each kind of record, the ends of the SELECT statements that read its ids. */
const numberedRows: Readonly<Record<NumberedKind, readonly string[]>> = {
  appointments: ["appointments WHERE account_id = $1"],
  calls: ["call_names WHERE account_id = $1", "conversions WHERE account_id = $1 AND kind = 'call'"],
  importAttempts: ["import_attempts WHERE account_id = $1"],
  invites: ["invites WHERE account_id = $1"],
  patientFiles: ["patient_files WHERE account_id = $1"],
  submissions: ["submissions WHERE account_id = $1"],
  trackerEvents: ["tracker_events WHERE account_id = $1"],
  uploads: ["uploads WHERE account_id = $1"],
};
