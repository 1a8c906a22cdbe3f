import type { AccountId } from "@repute/domain";
import type { RawRow, Session, Value } from "../session.js";
import type { Column, Member, Members } from "./columns.js";
import { integer, key, namesOf, quoted } from "./columns.js";
import { add, append, insert, remove, upsert } from "./statements.js";

/** A table, and its rows as records. Members `Beside` a record are stored with it and never leave the table. */
type Table<Item> = {
  /** As it stands in SQL. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** What SELECT takes for `fromRow`. */
  readonly selection: string;
  fromRow(row: RawRow): Item;
  /** The records that a condition, with what may follow it, selects. */
  find(session: Session, where: string, values: readonly Value[]): Promise<Item[]>;
};

/** A table that is looked into before an account is known. */
export type LookUpTable<Item, Beside = unknown> = Table<Item> & {
  /** Inserts a record unless a unique value of it is taken; returns whether it did. */
  insert(session: Session, item: Item & Beside): Promise<boolean>;
};

/** A table of an account's own records. */
export type RecordTable<Item, Beside = unknown> = Table<Item> & {
  /** The condition, on the account bound at `$1`, under which rows belong to it. */
  readonly own: string;
  /** The same table, of whose rows only those belong to it that meet a condition. */
  where(condition: string): RecordTable<Item, Beside>;
  /** Whether the table has a column of this name. */
  has(column: string): boolean;
  /** All of the account's, by id ascending. */
  all(session: Session, account: AccountId): Promise<Item[]>;
  /** Inserts records, or replaces those with the same key. */
  save(session: Session, account: AccountId, items: readonly (Item & Beside)[]): Promise<void>;
  /** A record as a row: its values in the order of the columns. */
  rowOf(account: AccountId, item: Item & Beside): readonly Value[];
  /** Inserts short rows, but none with a key that is taken. */
  addRows(session: Session, rows: readonly (readonly Value[])[]): Promise<void>;
  /** Inserts records that are new. */
  append(session: Session, account: AccountId, items: readonly (Item & Beside)[]): Promise<void>;
  /** Takes the records out that have the keys of these. */
  remove(session: Session, account: AccountId, items: readonly (Item & Beside)[]): Promise<void>;
  /** Inserts a record unless a unique value of it is taken; returns whether it did. */
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

/** The first column of every key of an account's own tables. */
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

/** What follows from the columns before the members and from those of the members. */
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
  // Loops: half of what storing a record takes is this.
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
