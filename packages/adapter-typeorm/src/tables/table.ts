import { setImmediate } from "node:timers/promises";
import type { AccountId } from "@repute/domain";
import type { Insertion, RawRow, Session, Value } from "../engine.js";
import { isAmong, lastOfEach, maxAdded, slices, turnAfter } from "./bound-rows.js";
import { type Column, integer, key, type Member, type Members, namesOf, quoted } from "./columns.js";

/** Mapping between database rows and records. */
type Table<Item> = {
  /** Quoted table name. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Column names to select for `fromRow`. */
  readonly selection: string;
  fromRow(row: RawRow): Item;
  /** Returns the records that meet a WHERE condition, which may be followed by clauses such as ORDER BY. */
  find(session: Session, where: string, values: readonly Value[]): Promise<Item[]>;
};

/** Table for lookups before the account is known. */
type LookUpTable<Item, Beside = unknown> = Table<Item> & {
  /** Inserts a record. Returns false if a unique value already exists. */
  insert(session: Session, item: Item & Beside): Promise<boolean>;
};

/** Table whose records belong to accounts. `Beside` has additional columns for SQL conditions and indexes. */
export type RecordTable<Item, Beside = unknown> = Table<Item> & {
  /** SQL condition that a row belongs to this table and to the account bound at `$1`. */
  readonly own: string;
  /** Returns the same table, restricted to rows that meet a condition. */
  where(condition: string): RecordTable<Item, Beside>;
  has(column: string): boolean;
  /** Returns all records of the account in ascending id order. */
  all(session: Session, account: AccountId): Promise<Item[]>;
  /** Inserts records, or replaces records with the same key. */
  save(session: Session, account: AccountId, items: readonly (Item & Beside)[]): Promise<void>;
  /** Returns the column values of a record, in the order of `columns`. */
  rowOf(account: AccountId, item: Item & Beside): readonly Value[];
  /** Inserts short rows, and skips rows whose key already exists. */
  addRows(session: Session, rows: readonly (readonly Value[])[]): Promise<void>;
  append(session: Session, account: AccountId, items: readonly (Item & Beside)[]): Promise<void>;
  /** Deletes the records that have the same keys as `items`. */
  remove(session: Session, account: AccountId, items: readonly (Item & Beside)[]): Promise<void>;
  /** Inserts a record. Returns false if a unique value already exists. */
  insert(session: Session, account: AccountId, item: Item & Beside): Promise<boolean>;
};

export function lookUpTable<Item, Beside = unknown>(
  name: string,
  members: Members<Item>,
  beside?: Members<Beside>,
): LookUpTable<Item, Beside> {
  const { toRow, ...table } = tableOf(name, [], members, beside);
  return { ...table, insert: (session, item) => insert(session, table, toRow(item)) };
}

/** First column of the primary key of every table that belongs to accounts. */
const ofAccount: readonly Column[] = key(integer("account_id")).columns;

export function recordTable<Item, Beside = unknown>(
  name: string,
  members: Members<Item>,
  beside?: Members<Beside>,
): RecordTable<Item, Beside> {
  const { toRow, ...table } = tableOf(name, ofAccount, members, beside);
  const rowOf = (account: AccountId, item: Item & Beside) => toRow(item, account);
  const rowsOf = (account: AccountId, items: readonly (Item & Beside)[]) => items.map((item) => rowOf(account, item));
  return {
    ...table,
    own: "account_id = $1",
    where(condition) {
      return { ...this, own: `${this.own} AND ${condition}` };
    },
    has: (column) => table.columns.some((one) => one.name === column),
    all(session, account) {
      return this.find(session, `${this.own} ORDER BY id`, [account]);
    },
    rowOf,
    addRows: (session, rows) => add(session, table, rows),
    save: (session, account, items) => upsert(session, table, rowsOf(account, items)),
    remove: (session, account, items) => remove(session, table, account, rowsOf(account, items)),
    append: (session, account, items) => append(session, table, rowsOf(account, items)),
    insert: (session, account, item) => insert(session, table, rowOf(account, item)),
  };
}

/** Creates the part of a table that record tables and lookup tables share. Puts the columns in `before` first. */
function tableOf<Item, Beside>(
  tableName: string,
  before: readonly Column[],
  members: Members<Item>,
  beside?: Members<Beside>,
): Table<Item> & { toRow(item: Item & Beside, ...before: Value[]): readonly Value[] } {
  const inside = Object.entries(members) as [keyof Item, Member<unknown>][];
  const all = [...inside, ...(Object.entries(beside ?? {}) as [keyof Beside, Member<unknown>][])];
  const columnsOf = (some: typeof all) => some.flatMap(([, { columns }]) => columns);
  const name = quoted(tableName);
  const selection = namesOf(columnsOf(inside));
  // Use plain loops for speed. Half of the time that it takes to store a record is spent in this function.
  function toRow(item: Item & Beside, ...before: Value[]): readonly Value[] {
    for (const [property, { write }] of all) write(item[property], before);
    return before;
  }
  function fromRow(row: RawRow): Item {
    const item: Partial<Record<keyof Item, unknown>> = {};
    for (const [property, { read }] of inside) item[property] = read(row);
    return item as Item;
  }
  return {
    name,
    columns: [...before, ...columnsOf(all)],
    selection,
    toRow,
    fromRow,
    async find(session, where, values) {
      return (await session.query(`SELECT ${selection} FROM ${name} WHERE ${where}`, values)).map(fromRow);
    },
  };
}

/** Table with its quoted name and its columns. */
type Target = { readonly name: string; readonly columns: readonly Column[] };
type Row = readonly Value[];

/** Inserts rows, or replaces rows with the same primary key. Yields to the event loop after each batch. */
async function upsert(session: Session, target: Target, rows: readonly Row[]): Promise<void> {
  const { columns } = target;
  const keys = columns.flatMap(({ isKey }, index) => (isKey ? [index] : []));
  const changes = columns.filter(({ isKey }) => !isKey).map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`);
  const action = changes.length > 0 ? `UPDATE SET ${changes.join(", ")}` : "NOTHING";
  const conflict = namesOf(columns.filter(({ isKey }) => isKey));
  const insertion = insertionInto(target, `ON CONFLICT (${conflict}) DO ${action}`);
  const last = lastOfEach(rows, (row) => JSON.stringify(keys.map((index) => row[index])));
  for (const slice of slices(last, sizeOf)) {
    await session.put(insertion, slice);
    await turnAfter(slice.length);
  }
}

/** Inserts new rows. Yields to the event loop between batches. */
async function append(session: Session, target: Target, rows: readonly Row[]): Promise<void> {
  const insertion = insertionInto(target, "");
  const [first, ...others] = slices(rows, sizeOf, maxAdded);
  if (first === undefined) return;
  await session.put(insertion, first);
  for (const slice of others) {
    await setImmediate();
    await session.put(insertion, slice);
  }
}

/** Inserts short rows, and skips rows whose primary key already exists. Yields to the event loop after each batch. */
async function add(session: Session, target: Target, rows: readonly Row[]): Promise<void> {
  async function put(insertion: Insertion): Promise<void> {
    for (const slice of slices(rows, () => 1, maxAdded)) {
      await session.put(insertion, slice);
      await turnAfter(slice.length);
    }
  }
  if (await session.attempt(() => put(insertionInto(target, "")))) return;
  await put(insertionInto(target, "ON CONFLICT DO NOTHING"));
}

/** Deletes the account's rows with the primary keys of `rows`. Yields to the event loop after each batch. */
async function remove(
  session: Session,
  { name, columns }: Target,
  account: number,
  rows: readonly Row[],
): Promise<void> {
  const places = columns.flatMap(({ isKey }, index) => (isKey && index > 0 ? [index] : []));
  const keys = places.map((index) => columns[index] as Column);
  const kinds = Object.fromEntries(keys.map((key) => [quoted(key.name), key.kind]));
  const rowsOf = { table: name, condition: "account_id = $1", keys: kinds };
  const sql = `DELETE FROM ${name} WHERE ${isAmong(session.dialect, rowsOf, "$2")}`;
  for (const slice of rendered(rows.map((row) => places.map((index) => row[index] as Value)))) {
    await session.run(sql, [account, slice]);
    await setImmediate();
  }
}

/** Inserts a row. Returns false if a unique value already exists. */
async function insert(session: Session, target: Target, row: Row): Promise<boolean> {
  return (await session.insert(insertionInto(target, "ON CONFLICT DO NOTHING"), [row])) > 0;
}

/** Encodes rows as JSON arrays, one array per statement. */
function* rendered(rows: readonly Row[]): Generator<string, void> {
  const texts = rows.map((row) => JSON.stringify(row));
  for (const slice of slices(texts, ({ length }) => length)) yield `[${slice.join(",")}]`;
}

const insertionInto = ({ name, columns }: Target, action: string): Insertion => ({ table: name, columns, action });

function sizeOf(row: Row): number {
  let size = 0;
  for (const value of row) size += typeof value === "string" ? value.length : 8;
  return size;
}
