import type { ColumnKind } from "../engine/dialect.js";
import type { RawRow, Value } from "../engine/session.js";

/** A column as declared in CREATE TABLE. */
export type Column = {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isKey: boolean;
  readonly mayBeNull: boolean;
};

/** Returns the quoted, comma-separated names of columns. */
export const namesOf = (columns: readonly Pick<Column, "name">[]): string =>
  columns.map(({ name }) => quoted(name)).join(", ");

/** Returns a quoted SQL identifier. */
export const quoted = (name: string): string => `"${name}"`;

/** How a member of a record is stored: its columns and their values. */
export type Member<V> = {
  readonly columns: readonly Column[];
  /** Appends its values to `into`. A separate array per member would dominate the cost of writing. */
  readonly write: (value: V, into: Value[]) => void;
  readonly read: (row: RawRow) => V;
};

/** How each member of a record is stored. */
export type Members<Item> = { readonly [Name in keyof Item]-?: Member<Stored<Item[Name]>> };

/** The type of a member without its brand. A type that no column can hold is an object. */
type Stored<V> = V extends number
  ? number
  : V extends string
    ? string
    : V extends boolean
      ? boolean
      : V extends null
        ? null
        : object;

const column = (name: string, kind: ColumnKind): Column => ({ name, kind, isKey: false, mayBeNull: false });

const plain = <V extends Value>(name: string, kind: ColumnKind): Member<V> => ({
  columns: [column(name, kind)],
  write: (value, into) => void into.push(value),
  read: (row) => row[name] as V,
});

/** An integer column for ids, amounts in cents and instants in epoch milliseconds. */
export const integer = (name: string) => plain<number>(name, "integer");
export const real = (name: string) => plain<number>(name, "real");
export const text = (name: string) => plain<string>(name, "text");

export const bytes = (name: string): Member<object> => ({
  ...plain<Uint8Array>(name, "bytes"),
  write: (value, into) => void into.push(value as Uint8Array),
});

/** A boolean column. SQLite returns 0 or 1. */
export const flag = (name: string): Member<boolean> => ({
  ...plain<boolean>(name, "flag"),
  read: (row) => Boolean(row[name]),
});

/** A column for arrays and objects as JSON, read in full with the record. */
export const json = (name: string): Member<object> => ({
  ...plain<string>(name, "text"),
  write: (value, into) => void into.push(JSON.stringify(value)),
  read: (row) => JSON.parse(row[name] as string) as object,
});

/** A JSON column for an optional object. `undefined` is stored as NULL. */
export const optionalJson = (name: string): Member<object> => {
  const { columns, write, read } = nullable(json(name));
  return {
    columns,
    write: (value: object | undefined, into) => write(value ?? null, into),
    read: (row) => (read(row) ?? undefined) as object,
  };
};

/** A moment or a calendar date, each in its own column. */
export const momentOrDay = (moment: string, day: string): Member<number | string> => ({
  columns: [column(moment, "integer"), column(day, "text")].map((one) => ({ ...one, mayBeNull: true })),
  write: (value, into) => void (typeof value === "number" ? into.push(value, null) : into.push(null, value)),
  read: (row) => (row[moment] ?? row[day]) as number | string,
});

/** Returns the member with `null` allowed. */
export const nullable = <V>({ columns, write, read }: Member<V>): Member<V | null> => ({
  columns: columns.map((one) => ({ ...one, mayBeNull: true })),
  write(value, into) {
    if (value === null) for (const _ of columns) into.push(null);
    else write(value, into);
  },
  read: (row) => (columns.every(({ name }) => row[name] === null) ? null : read(row)),
});

/** Returns the member as part of the primary key. */
export const key = <V>(member: Member<V>): Member<V> => ({
  ...member,
  columns: member.columns.map((one) => ({ ...one, isKey: true })),
});
