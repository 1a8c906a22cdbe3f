import type { ColumnKind } from "../dialect.js";
import type { RawRow, Value } from "../session.js";

/** A column as CREATE TABLE says it. */
export type Column = {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isKey: boolean;
  readonly mayBeNull: boolean;
};

/** Columns as they stand in SQL. */
export const namesOf = (columns: readonly Pick<Column, "name">[]): string =>
  columns.map(({ name }) => quoted(name)).join(", ");

/** A name as it stands in SQL. */
export const quoted = (name: string): string => `"${name}"`;

/** How one member of a record is stored: in which columns, and as which values. */
export type Member<V> = {
  readonly columns: readonly Column[];
  /** Lays the values of its columns behind others: a list of its own for each would cost more than all else. */
  readonly write: (value: V, into: Value[]) => void;
  readonly read: (row: RawRow) => V;
};

/** How each member of a record is stored. */
export type Members<Item> = { readonly [Name in keyof Item]-?: Member<Stored<Item[Name]>> };

/** What a member's type is without its brand; anything that no column holds is an object. */
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

/** Whole numbers: ids, amounts in cents, and instants as epoch milliseconds. */
export const integer = (name: string) => plain<number>(name, "integer");
export const real = (name: string) => plain<number>(name, "real");
export const text = (name: string) => plain<string>(name, "text");

export const bytes = (name: string): Member<object> => ({
  ...plain<Uint8Array>(name, "bytes"),
  write: (value, into) => void into.push(value as Uint8Array),
});

/** SQLite answers 0 and 1. */
export const flag = (name: string): Member<boolean> => ({
  ...plain<boolean>(name, "flag"),
  read: (row) => Boolean(row[name]),
});

/** Lists and objects as JSON: read whole, with their record. */
export const json = (name: string): Member<object> => ({
  ...plain<string>(name, "text"),
  write: (value, into) => void into.push(JSON.stringify(value)),
  read: (row) => JSON.parse(row[name] as string) as object,
});

/** An object as JSON that may be absent. */
export const optionalJson = (name: string): Member<object> => {
  const { columns, write, read } = nullable(json(name));
  return {
    columns,
    write: (value: object | undefined, into) => write(value ?? null, into),
    read: (row) => (read(row) ?? undefined) as object,
  };
};

/** A moment or a bare day, each in a column of its own. */
export const momentOrDay = (moment: string, day: string): Member<number | string> => ({
  columns: [column(moment, "integer"), column(day, "text")].map((one) => ({ ...one, mayBeNull: true })),
  write: (value, into) => void (typeof value === "number" ? into.push(value, null) : into.push(null, value)),
  read: (row) => (row[moment] ?? row[day]) as number | string,
});

/** The same member, where `null` is unknown. */
export const nullable = <V>({ columns, write, read }: Member<V>): Member<V | null> => ({
  columns: columns.map((one) => ({ ...one, mayBeNull: true })),
  write(value, into) {
    if (value === null) for (const _ of columns) into.push(null);
    else write(value, into);
  },
  read: (row) => (columns.every(({ name }) => row[name] === null) ? null : read(row)),
});

/** The same member as a part of the primary key. */
export const key = <V>(member: Member<V>): Member<V> => ({
  ...member,
  columns: member.columns.map((one) => ({ ...one, isKey: true })),
});
