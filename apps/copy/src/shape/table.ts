/**
 * Type of a column.
 * `money` is an exact amount with two decimals. `timestamp` is a point in time, and `date` is a day.
 * `local` is a local time in the account's time zone and cannot be converted to a timestamp.
 * `json` is an array or object.
 */
export type ColumnType = "text" | "integer" | "number" | "money" | "boolean" | "timestamp" | "date" | "local" | "json";

/** Column of a table. Its value comes from a member of the item. */
export type Column = {
  readonly name: string;
  readonly type: ColumnType;
  readonly member: string;
  /**
   * True if the value is converted from a member that also has its own column.
   * The value is null if the conversion fails.
   */
  readonly derived: boolean;
};

/** Table for the nested rows of one member. `rows` returns the nested rows of an item, in column order. */
export type ChildTable = {
  readonly name: string;
  readonly member: string;
  readonly columns: readonly Column[];
  readonly rows: (item: Item) => readonly (readonly unknown[])[];
};

/** Table of a list, with the child tables for its nested rows. */
export type Table = {
  readonly list: string;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly children: readonly ChildTable[];
};

export type Item = Readonly<Record<string, unknown>>;

/** Additional column with the value of an existing column in another type. */
export type Derived = { readonly type: ColumnType; readonly from: string };

/** Column types by column name. */
export type Columns = Readonly<Record<string, ColumnType | Derived>>;

/** Defines a local time column that is converted from a display time such as `3/5/2026 8:00:00 am`. */
export const localOf = (from: string): Derived => ({ type: "local", from });

/** Defines a timestamp column that is converted from a string with a timestamp or a date. */
export const momentOf = (from: string): Derived => ({ type: "timestamp", from });

/** Defines a date column that is converted from a string with a date and an optional time of day. */
export const dayOf = (from: string): Derived => ({ type: "date", from });

/** Defines a money column that is converted from a string such as `1200.50`. */
export const amountOf = (from: string): Derived => ({ type: "money", from });

export function table(list: string, columns: Columns, children: readonly ChildTable[] = []): Table {
  return { list, name: tableName(list), columns: columnsOf(columns), children };
}

/** Converts a list name such as `insights/byMonth` to the table name `insights_by_month`. */
const tableName = (list: string): string =>
  list.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/[^a-z0-9]+/g, "_");

/** Defines a child table. Its first columns are the key of the item and the index of the row. */
export function child(
  name: string,
  member: string,
  columns: Columns,
  rows: (value: unknown, item: Item) => readonly Item[],
): ChildTable {
  const all = columnsOf(columns);
  return {
    ...{ name, member },
    columns: [...childKey, ...all],
    rows: (item) => rows(item[member], item).map((row) => all.map((column) => read(row, column))),
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

/** First columns of every list's table. */
const keyColumns: readonly Column[] = [
  own("_id", "text"),
  own("_changed_at", "timestamp"),
  own("_checksum", "integer"),
];

/** Last column of every table. Stores the members that have no column, and values that do not fit their column. */
const extraColumn: Column = own("_extra", "json");

const childKey: readonly Column[] = [own("_id", "text"), own("_index", "integer")];

/** Returns all columns of a table in order. */
export const allColumns = ({ columns }: Table): readonly Column[] => [...keyColumns, ...columns, extraColumn];
