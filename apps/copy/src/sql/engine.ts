import type { Upsert } from "../page.js";
import type { Column, ColumnType, Table } from "../shape/table.js";

export type Row = readonly unknown[];

/** Rows in the form in which a database takes them: none of them is kept as it was. `bytes` is the memory that they take. */
export type Encoder = { readonly count: number; readonly bytes: number; add(row: Row): void };

/** What a SQL database has to do for a copy. Values come as they were read: texts, numbers, booleans, JSON as it is. */
export interface Engine {
  readonly types: Readonly<Record<ColumnType, string>>;
  /** Whether the database is the copy's alone, as a file is. */
  readonly alone: boolean;
  /** Whether tables of what is nested have primary keys too. Their rows are only ever found by the row that they are of. */
  readonly nestedKeys: boolean;
  readonly rowsTogether?: number;

  run(sql: string): Promise<void>;
  rows(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Commits what `work` did, or nothing of it. */
  transact(work: () => Promise<void>): Promise<void>;
  /** The tables that there are, with their columns. */
  tables(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;

  /** Inserts rows, or replaces those with the same key, the first `keys` columns; with none, none of them is there. */
  upsert(table: string, columns: readonly Column[], keys: number, rows: readonly Row[]): Promise<void>;
  /**
   * Inserts rows of which none is there, where that is faster; fails where one is, by an error that `isDuplicate` knows, and
   * takes back all that its unit of work did.
   */
  readonly fresh?: {
    encoder(): Encoder;
    /** Adds rows to a table's encoders, and those of what is nested in it, without reading the item; false where that cannot be. */
    direct(table: Table, encoders: readonly Encoder[]): (upsert: Upsert) => boolean;
    insert(table: string, columns: readonly Column[], rows: readonly Encoder[]): Promise<void>;
    isDuplicate(error: unknown): boolean;
  };
  /** Deletes the rows with these values of `_id`. */
  remove(table: string, ids: readonly string[]): Promise<void>;
  /** Fills a table with the rows of another, and with nothing else. */
  refill(table: string, from: string, columns: readonly Column[]): Promise<void>;
  /** The month in UTC of a column, as `2026-03`. */
  month(column: string): string;

  close(): Promise<void>;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const literal = (text: string | null): string => (text === null ? "NULL" : `'${text.replaceAll("'", "''")}'`);

/** What becomes of rows whose key, the first `keys` columns, is there; nothing where there is no key. */
export function replacing(names: readonly string[], keys: number): string {
  if (keys === 0) return "";
  const set = names.slice(keys).map((name) => `${name} = excluded.${name}`);
  return ` ON CONFLICT (${names.slice(0, keys).join(", ")}) DO UPDATE SET ${set.join(", ")}`;
}
