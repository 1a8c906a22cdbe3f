import { setImmediate } from "node:timers/promises";
import type { AccountId } from "@repute/domain";
import type { Session } from "../engine.js";
import { slices } from "../tables/bound-rows.js";
import type { RecordTable } from "../tables/table.js";

/** Table of lookup keys for records. */
export type KeyTable<R> = AddedKeys & {
  /** Returns the rows that records add to the table of keys. */
  rowsOf(account: AccountId, records: readonly R[]): KeyRows;
  append(session: Session, account: AccountId, records: readonly R[]): Promise<void>;
  remove(session: Session, account: AccountId, records: readonly R[]): Promise<void>;
};

/** Table to which key rows are added. */
export type AddedKeys = {
  /** Quoted SQL name. */
  readonly name: string;
  /** Adds sorted key rows. Skips rows that already exist, and rows of records that do not exist. */
  add(session: Session, account: AccountId, rows: readonly KeyRow[]): Promise<void>;
};

/** Lookup keys of records as rows of a table, grouped by kind of key. */
export type KeyRows = Readonly<Record<string, readonly KeyRow[]>>;

/** Values of an index row, in the order of the index columns. */
export type KeyRow = readonly (string | number | null)[];

/** Table of the records to which keys belong. */
type Owner = Pick<RecordTable<unknown>, "name" | "own">;

/**
 * Creates a table for lookup keys of records. `keysOf` returns a record's keys, and `ownerOf` the table of the record to
 * which a row belongs. Keys of the same kind are stored next to each other.
 */
export function keyTable<R, Key extends object>(
  table: RecordTable<Key>,
  ownerOf: (row: KeyRow) => Owner,
  keysOf: (record: R) => readonly Key[],
): KeyTable<R> {
  const idAt = table.columns.findIndex(({ name }) => name === "id");
  const idIn = (row: KeyRow) => row[idAt] as number;
  return {
    name: table.name,
    rowsOf(account, records) {
      const rows: Record<string, KeyRow[]> = {};
      for (const record of records) {
        for (const key of keysOf(record)) (rows[kindOf(key)] ??= []).push(table.rowOf(account, key) as KeyRow);
      }
      return rows;
    },
    append: (session, account, records) => table.append(session, account, records.flatMap(keysOf)),
    remove: (session, account, records) => table.remove(session, account, records.flatMap(keysOf)),
    async add(session, account, rows) {
      let known = rows;
      for (const owner of new Set(rows.map(ownerOf))) {
        const isOwn = (row: KeyRow) => ownerOf(row) === owner;
        const missing = await missingIds(session, owner, account, rows.filter(isOwn).map(idIn));
        if (missing.size > 0) known = known.filter((row) => !isOwn(row) || !missing.has(idIn(row)));
      }
      await addInOrder(session, table, known);
    },
  };
}

const kindOf = (key: object): string => ("kind" in key ? String(key.kind) : "");

/** Returns the ids for which no record exists. */
async function missingIds(
  session: Session,
  { name, own }: Owner,
  account: AccountId,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { dialect } = session;
  const sql = dialect.rowsWith({ table: name, selection: "id", condition: own, column: "id" }, "$2");
  const counting = `SELECT count(*) AS count FROM ${name} WHERE ${own} AND id >= $2 AND id <= $3`;
  const missing = new Set<number>();
  const [first, last] = [ids.reduce(min, Infinity), ids.reduce(greatest, 0)];
  // If the ids are consecutive, count the rows in this range. That is many times faster than looking up each id.
  const numbers = last - first + 1;
  if (numbers <= maxCounted) {
    const [row] = await session.query(counting, [account, first, last]);
    if (Number(row?.["count"]) === numbers) return missing;
  }
  const inOrder = [...new Set(Float64Array.from(ids).sort())];
  for (const slice of slices(inOrder, () => 1, maxLookups)) {
    const stored = new Set((await session.query(sql, [account, dialect.list(slice)])).map(({ id }) => Number(id)));
    for (const id of slice) if (!stored.has(id)) missing.add(id);
    await setImmediate();
  }
  return missing;
}

/**
 * Maximum size of an id range whose rows are counted instead of looked up.
 * Counting is fast, because rows with consecutive ids are stored together.
 */
const maxCounted = 40_000;

/** Maximum number of ids per lookup statement. The number is high because each lookup is fast. */
const maxLookups = 500;

const min = (one: number, other: number): number => Math.min(one, other);

const greatest = (one: number, other: number): number => Math.max(one, other);

/** Inserts sorted rows. If a second connection is free, each connection inserts half of the rows. */
function addInOrder(session: Session, target: KeyTarget, rows: readonly KeyRow[]): Promise<void> {
  if (rows.length < minForTwo) return target.addRows(session, rows);
  return session.withSecond(async (second) => {
    if (!second) return target.addRows(session, rows);
    const middle = betweenHalves(rows);
    const halves = [target.addRows(session, rows.slice(0, middle)), target.addRows(second, rows.slice(middle))];
    // Wait for both halves, even if one fails.
    await Promise.allSettled(halves);
    await Promise.all(halves);
  });
}

/** Table that stores lookup keys of records. */
type KeyTarget = { addRows(session: Session, rows: readonly KeyRow[]): Promise<void> };

/** Number of rows below which a second connection is not worthwhile. */
const minForTwo = 1_000;

/**
 * Returns the index at which the second half starts.
 * Equal rows stay in the same half, because one transaction would otherwise wait for the other.
 */
function betweenHalves(rows: readonly KeyRow[]): number {
  let middle = Math.floor(rows.length / 2);
  while (middle < rows.length && JSON.stringify(rows[middle]) === JSON.stringify(rows[middle - 1])) middle += 1;
  return middle;
}
