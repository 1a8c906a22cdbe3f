/**
 * What stands in a column: `timestamp` is a moment, `date` a day, `local` a time of day in the account's time zone,
 * which no moment can be told from; `json` an array or object.
 */
export type ColumnType = "text" | "integer" | "number" | "boolean" | "timestamp" | "date" | "local" | "json";

/** A column of the copy, filled from a member of the item. */
export type Column = {
  readonly name: string;
  readonly type: ColumnType;
  readonly member: string;
  /** Filled from a member that has a column of its own, where that can be read so; empty otherwise. */
  readonly derived: boolean;
};

/** Rows that stand in a member of an item: `rows` makes them of that alone, in the order of the columns. */
export type ChildTable = {
  readonly name: string;
  readonly member: string;
  readonly columns: readonly Column[];
  readonly rows: (item: Item) => readonly (readonly unknown[])[];
};

/** A list as a table, and what is nested in it. */
export type Table = {
  readonly list: string;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly children: readonly ChildTable[];
};

export type Item = Readonly<Record<string, unknown>>;

/** A column that the same member fills in another way. */
export type Derived = { readonly type: ColumnType; readonly from: string };

/** Columns by name. */
export type Columns = Readonly<Record<string, ColumnType | Derived>>;

/** A display time such as `3/5/2026 8:00:00 am`, as the local time that it is. */
export const localOf = (from: string): Derived => ({ type: "local", from });

/** The moment of a text that may be a moment or a day. */
export const momentOf = (from: string): Derived => ({ type: "timestamp", from });

/** An amount of money that may be a text, such as `$1,200.50`. */
export const amountOf = (from: string): Derived => ({ type: "number", from });

export function table(list: string, columns: Columns, children: readonly ChildTable[] = []): Table {
  return { list, name: tableName(list), columns: columnsOf(columns), children };
}

/** `insights/byMonth` → `insights_by_month` */
const tableName = (list: string): string =>
  list.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/[^a-z0-9]+/g, "_");

/** The key of the item and the place in it come first. */
export function child(
  name: string,
  member: string,
  columns: Columns,
  rows: (value: unknown) => readonly Item[],
): ChildTable {
  const all = columnsOf(columns);
  return {
    ...{ name, member },
    columns: [...childKey, ...all],
    rows: (item) => rows(item[member]).map((row) => all.map((column) => read(row, column))),
  };
}

const read = (row: Item, { member }: Column) => row[member] ?? null;

const columnsOf = (columns: Columns): Column[] =>
  Object.entries(columns).map(([name, of]) =>
    typeof of === "string"
      ? { name, type: of, member: name, derived: false }
      : { name, type: of.type, member: of.from, derived: true },
  );

const own = (name: string, type: ColumnType): Column => ({ name, type, member: name, derived: false });

/** What every table begins with. */
const keyColumns: readonly Column[] = [
  own("_id", "text"),
  own("_changed_at", "timestamp"),
  own("_checksum", "integer"),
];

/** What every table ends with: members that have no column, or a value that does not fit theirs. */
const extraColumn: Column = own("_extra", "json");

const childKey: readonly Column[] = [own("_id", "text"), own("_index", "integer")];

/** All columns of a list's table, in their order. */
export const allColumns = ({ columns }: Table): readonly Column[] => [...keyColumns, ...columns, extraColumn];
