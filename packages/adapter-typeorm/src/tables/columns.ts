import type { CalendarDate, MomentOrDay } from "@repute/domain";
import type { ColumnKind, RawRow, Value } from "../engine.js";

/** Column as declared in CREATE TABLE. */
export type Column = {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isKey: boolean;
  readonly mayBeNull: boolean;
};

/** Returns the quoted, comma-separated names of columns. */
export const namesOf = (columns: readonly Pick<Column, "name">[]): string =>
  columns.map(({ name }) => quoted(name)).join(", ");

export const quoted = (name: string): string => `"${name}"`;

/** Mapping between one member of a record and its columns. */
export type Member<V> = {
  readonly columns: readonly Column[];
  /**
   * Appends the column values to `into`. Creating a separate array per member would take most of the time of a write.
   */
  readonly write: (value: V, into: Value[]) => void;
  readonly read: (row: RawRow) => V;
};

/** Mapping between all members of a record and their columns. */
export type Members<Item> = { readonly [Name in keyof Item]-?: Member<Stored<Item[Name]>> };

/** Primitive type of a record member, without TypeScript brands. Other types are mapped to `object`. */
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

/** Integer column for ids, amounts in cents, and instants in epoch milliseconds. */
export const integer = (name: string) => plain<number>(name, "integer");
export const real = (name: string) => plain<number>(name, "real");
export const text = (name: string) => plain<string>(name, "text");

export const bytes = (name: string): Member<object> => ({
  ...plain<Uint8Array>(name, "bytes"),
  write: (value, into) => void into.push(value as Uint8Array),
});

/** Boolean column. SQLite stores booleans as 0 and 1. */
export const flag = (name: string): Member<boolean> => ({
  ...plain<boolean>(name, "flag"),
  read: (row) => Boolean(row[name]),
});

/** JSON column for arrays and objects. The whole value is read with the record. */
export const json = (name: string): Member<object> => ({
  ...plain<string>(name, "text"),
  write: (value, into) => void into.push(JSON.stringify(value)),
  read: (row) => JSON.parse(row[name] as string) as object,
});

/** JSON column for an optional object. `undefined` is stored as NULL. */
export const optionalJson = (name: string): Member<object> => {
  const { columns, write, read } = nullable(json(name));
  return {
    columns,
    write: (value: object | undefined, into) => write(value ?? null, into),
    read: (row) => (read(row) ?? undefined) as object,
  };
};

/** Two columns for a time that is either a moment or a calendar date. One of the columns is NULL. */
export const momentOrDay = (moment: string, day: string): Member<number | string> => ({
  columns: [column(moment, "integer"), column(day, "text")].map((one) => ({ ...one, mayBeNull: true })),
  write: (value, into) => void (typeof value === "number" ? into.push(value, null) : into.push(null, value)),
  read: (row) => (row[moment] ?? row[day]) as number | string,
});

/** Allows null as the value of a record member. */
export const nullable = <V>({ columns, write, read }: Member<V>): Member<V | null> => ({
  columns: columns.map((one) => ({ ...one, mayBeNull: true })),
  write(value, into) {
    if (value === null) for (const _ of columns) into.push(null);
    else write(value, into);
  },
  read: (row) => (columns.every(({ name }) => row[name] === null) ? null : read(row)),
});

/** Adds the columns of a record member to the primary key. */
export const key = <V>(member: Member<V>): Member<V> => ({
  ...member,
  columns: member.columns.map((one) => ({ ...one, isKey: true })),
});

/**
 * Returns a time as a number that can be compared with other times of the same `form`.
 * Form 0 is a moment in epoch milliseconds. Form 1 is a day, as the epoch milliseconds of midnight in UTC.
 */
export const comparable = (time: MomentOrDay): { readonly form: 0 | 1; readonly at: number } =>
  typeof time === "number" ? { form: 0, at: time } : { form: 1, at: dayNumberOf(time) };

/** Converts a day to the epoch milliseconds of midnight in UTC. */
export const dayNumberOf = (day: CalendarDate): number => Date.parse(day);

/** Converts a number from `dayNumberOf` back to a day. */
export const dayOfNumber = (number: number): CalendarDate =>
  new Date(number).toISOString().slice(0, 10) as CalendarDate;

const aDay = 86_400_000;

const firstDay = 1_000_000;

/** Returns the number of the UTC day that contains a time in epoch milliseconds. The result is never 0. */
export const bucketOf = (at: number): number => Math.floor(at / aDay) + firstDay;

/** Returns the SQL expression for the same number. The dividend is positive, because databases round towards 0. */
export const bucketIn = (column: string): string => `(${column} + ${firstDay * aDay}) / ${aDay}`;
