import { setImmediate } from "node:timers/promises";
import type { AccountId, AnyId, KeyedStore, KeyRow, KeyRows, RecordStore } from "@repute/domain";
import { slices } from "../tables/slices.js";
import type { RecordTable } from "../tables/table.js";
import type { Session, Value } from "../engine/session.js";
import { many, recordStore, withOneOf } from "./record-store.js";
import { addInOrder } from "./key-rows.js";
import { storedRecords } from "./stored-records.js";

/** Table of lookup keys for records. */
export type KeyTable<R> = Readonly<{
  name: string;
  /** Returns the key rows of records, grouped by the part of the table in which they are stored. */
  rowsOf(account: AccountId, records: readonly R[]): KeyRows;
  append(session: Session, account: AccountId, records: readonly R[]): Promise<void>;
  addRows(session: Session, rows: readonly KeyRow[]): Promise<void>;
  /** Returns the id of the record to which a key row belongs. */
  idIn(row: KeyRow): number;
  remove(session: Session, account: AccountId, records: readonly R[]): Promise<void>;
}>;

/** Creates a key table. `keysOf` returns the keys of a record. Keys with the same `kind` are stored together. */
export function keyTable<R, Key extends object>(
  table: RecordTable<Key>,
  keysOf: (record: R) => readonly Key[],
): KeyTable<R> {
  const idAt = table.columns.findIndex(({ name }) => name === "id");
  return {
    name: table.name,
    idIn: (row) => row[idAt] as number,
    rowsOf(account, records) {
      const rows: Record<string, (readonly Value[])[]> = {};
      for (const record of records) {
        for (const key of keysOf(record)) (rows[kindOf(key)] ??= []).push(table.rowOf(account, key));
      }
      return rows as KeyRows;
    },
    append: (session, account, records) => table.append(session, account, records.flatMap(keysOf)),
    addRows: (session, rows) => table.addRows(session, rows),
    remove: (session, account, records) => table.remove(session, account, records.flatMap(keysOf)),
  };
}

const kindOf = (key: object): string => ("kind" in key ? String(key.kind) : "");

/** Returns a store for records with lookup keys. The keys can be added later than the records. */
export function keyedStore<R extends { readonly id: AnyId }>(
  session: Session,
  table: RecordTable<R>,
  keyTables: readonly KeyTable<R>[],
): KeyedStore<R> & RecordStore<R> {
  const { byIds: find, remove, page } = recordStore(session, table);
  const stored = storedRecords(session, table);

  async function byIds(account: AccountId, ids: readonly R["id"][]): Promise<R[]> {
    return ids.length < many
      ? find(account, ids)
      : withOneOf(session, table, account, "id", await stored.among(account, ids));
  }

  async function addKeysOf(account: AccountId, records: readonly R[]): Promise<void> {
    for (const keys of keyTables) await keys.append(session, account, records);
  }

  /** Replaces the existing records among `records`, and their keys. Returns the remaining records, which are new. */
  async function replaceAmong(account: AccountId, records: readonly R[]): Promise<readonly R[]> {
    const last = [...new Map(records.map((one) => [one.id, one])).values()];
    const before = await byIds(
      account,
      last.map(({ id }) => id),
    );
    stored.note(account, last);
    const known = new Set(before.map(({ id }) => id));
    const [replaced, added] = [last.filter(({ id }) => known.has(id)), last.filter(({ id }) => !known.has(id))];
    for (const keys of keyTables) await keys.remove(session, account, before);
    await table.save(session, account, replaced);
    await addKeysOf(account, replaced);
    return added;
  }

  return {
    byIds,
    page,
    async save(account, records) {
      const added = await replaceAmong(account, records);
      await table.append(session, account, added);
      await addKeysOf(account, added);
    },
    async remove(account, ids) {
      const before = await byIds(account, ids);
      for (const keys of keyTables) await keys.remove(session, account, before);
      await remove(account, ids);
    },
    async saveWithoutKeys(account, records) {
      await table.append(session, account, await replaceAmong(account, records));
    },
    async keyRowsOf(account, records) {
      const named = keyTables.flatMap((keys) =>
        Object.entries(keys.rowsOf(account, records)).map(([kind, rows]) => [`${keys.name} ${kind}`, rows] as const),
      );
      await setImmediate();
      return Object.fromEntries(named);
    },
    async addKeys(account, rows) {
      for (const [part, some] of Object.entries(rows)) {
        const keys = keyTables.find(({ name }) => part.startsWith(`${name} `));
        if (!keys) throw new Error("The rows of keys have no table");
        const missing = await missingIds(session, table, account, some.map(keys.idIn));
        await addInOrder(session, keys, missing.size === 0 ? some : some.filter((row) => !missing.has(keys.idIn(row))));
      }
    },
  };
}

/** Returns the ids for which no record exists. */
async function missingIds(
  session: Session,
  { name, own }: Pick<RecordTable<unknown>, "name" | "own">,
  account: AccountId,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { dialect } = session;
  const sql = dialect.rowsWith({ table: name, selection: "id", condition: own, column: "id" }, "$2");
  const counting = `SELECT count(*) AS count FROM ${name} WHERE ${own} AND id >= $2 AND id <= $3`;
  const missing = new Set<number>();
  const [first, last] = [ids.reduce(least, Infinity), ids.reduce(greatest, 0)];
  // Check consecutive ids with a single count, which is many times faster than looking them up.
  const numbers = last - first + 1;
  if (numbers <= mostCounted) {
    const [row] = await session.query(counting, [account, first, last]);
    if (Number(row?.["count"]) === numbers) return missing;
  }
  const inOrder = [...new Set(Float64Array.from(ids).sort())];
  for (const slice of slices(inOrder, () => 1, mostLooked)) {
    const stored = new Set((await session.query(sql, [account, dialect.list(slice)])).map(({ id }) => Number(id)));
    for (const id of slice) if (!stored.has(id)) missing.add(id);
    await setImmediate();
  }
  return missing;
}

const least = (one: number, other: number): number => Math.min(one, other);
const greatest = (one: number, other: number): number => Math.max(one, other);

/**
 * Maximum size of an id range for the check with a single count. Rows with consecutive ids are stored together, so
 * counting them is fast.
 */
const mostCounted = 40_000;

/** Maximum number of ids per lookup statement. The number is high because each lookup is fast. */
const mostLooked = 500;
