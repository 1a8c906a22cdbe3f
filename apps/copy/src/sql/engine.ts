import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { CopyError } from "../copy-error.js";
import type { Upsert } from "../page.js";
import type { Column, ColumnType, Table } from "../shape/table.js";

export type Row = readonly unknown[];

/** Database row as the driver returns it, by column name. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Encodes added rows in the load format of the database. `bytes` is the memory used. */
export type Encoder = { readonly count: number; readonly bytes: number; add(row: Row): void };

/**
 * Operations that a copy needs from a SQL database.
 * Values are strings, numbers, booleans, null, or JSON arrays and objects.
 */
export interface Engine {
  readonly types: Readonly<Record<ColumnType, string>>;
  /** True if the database contains only the copy. This is so for a database file, but not for a server. */
  readonly alone: boolean;
  /**
   * True if child tables get primary keys.
   * The copy itself does not need them, because it finds child rows by their parent row.
   */
  readonly nestedKeys: boolean;
  readonly rowsTogether?: number;

  run(sql: string): Promise<void>;
  rows(sql: string): Promise<readonly StoredRow[]>;
  /**
   * Begins a write transaction. Throws `target_busy` if another copy is writing.
   * `isFirst` is true if the database contains no copy yet.
   */
  begin(isFirst: boolean): Promise<void>;
  commit(): Promise<void>;
  /** Rolls back the transaction. Does nothing if no transaction is open or the connection is lost. */
  rollback(): Promise<void>;
  tables(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Returns the names of all tables and views. */
  names(): Promise<ReadonlySet<string>>;
  /** Indexes, column comments and views to add to a complete copy. */
  readonly extras?: Extras;
  /** Empties a table and changes its columns in place. If not implemented, the table is dropped and created again. */
  convert?(table: string, columns: readonly Column[]): Promise<void>;

  /**
   * Inserts rows and replaces rows with the same key. The first `keys` columns are the key.
   * If `keys` is 0, none of the rows may exist yet.
   */
  upsert(table: string, columns: readonly Column[], keys: number, rows: readonly Row[]): Promise<void>;
  /**
   * Faster inserts for new rows, if the database supports them.
   * The caller makes sure that none of the rows exists.
   */
  readonly fresh?: {
    encoder(): Encoder;
    /**
     * Returns a function that encodes an item and its nested rows without parsing the item.
     * The function returns false if the item must be parsed.
     */
    direct(table: Table, encoders: readonly Encoder[]): (upsert: Upsert) => boolean;
    insert(table: string, columns: readonly Column[], rows: readonly Encoder[]): Promise<void>;
    /** Returns true if any row with one of the ids exists. */
    hasSome(table: string, ids: readonly string[]): Promise<boolean>;
  };
  remove(table: string, ids: readonly string[]): Promise<void>;
  /** Returns the rows whose `_id` is one of the ids, with values as the driver returns them. */
  find(table: string, columns: readonly Column[], ids: readonly string[]): Promise<readonly StoredRow[]>;
  /** Replaces the contents of a table with the rows of another table. */
  refill(table: string, from: string, columns: readonly Column[]): Promise<void>;
  /** Removes the bytes of deleted rows from the database file. Omitted if the database has its own command for this. */
  scrub?(): Promise<void>;

  close(): Promise<void>;
}

/** Optional features of a database: indexes, column comments, and views in its SQL dialect. */
type Extras = { readonly indexes: boolean; readonly comments: boolean; readonly views: ViewDialect };

/** SQL expressions that differ between databases. Amounts are calculated in whole cents. */
export type ViewDialect = {
  /** Converts a money column to whole cents. */
  cents(money: string): string;
  /** Converts whole cents to a money amount. */
  money(cents: string): string;
  /** Divides cents by a nonzero count and returns a money amount. Rounds half a cent away from zero. */
  quotient(cents: string, count: string): string;
  /** Returns an amount as a whole percentage of another, nonzero amount. Rounds half away from zero. */
  percent(cents: string, of: string): string;
  /** Returns the first day of the month that contains a date. */
  month(date: string): string;
};

export const sqliteViews: ViewDialect = {
  cents: (money) => `CAST(round(${money} * 100) AS INTEGER)`,
  money: (cents) => `${cents} / 100.0`,
  quotient: (cents, count) => `${inDoubles(cents, count)} / 100.0`,
  percent: (cents, of) => `CAST(${inDoubles(`${cents} * 100`, of)} AS INTEGER)`,
  month: (date) => `substr(${date}, 1, 7) || '-01'`,
};

export const postgresViews: ViewDialect = {
  cents: (money) => `CAST(${money} * 100 AS BIGINT)`,
  money: (cents) => `CAST(${cents} * 0.01 AS NUMERIC(18, 2))`,
  quotient: (cents, count) => `CAST(round(CAST(${cents} AS NUMERIC) / ${count}) * 0.01 AS NUMERIC(18, 2))`,
  percent: (cents, of) => `CAST(round(CAST(${cents} AS NUMERIC) * 100 / ${of}) AS BIGINT)`,
  month: (date) => `CAST(date_trunc('month', ${date}) AS DATE)`,
};

export const duckdbViews: ViewDialect = {
  cents: (money) => `CAST(${money} * 100 AS BIGINT)`,
  money: (cents) => `CAST(CAST(${cents} AS BIGINT) * 0.01 AS DECIMAL(18, 2))`,
  quotient: (cents, count) => `CAST(CAST(${inDoubles(cents, count)} AS BIGINT) * 0.01 AS DECIMAL(18, 2))`,
  percent: (cents, of) => `CAST(${inDoubles(`${cents} * 100`, of)} AS BIGINT)`,
  month: (date) => `CAST(date_trunc('month', ${date}) AS DATE)`,
};

const inDoubles = (cents: string, count: string) => `round(CAST(${cents} AS DOUBLE PRECISION) / ${count})`;

/** Runs `work` in a transaction. Rolls back the transaction if `work` throws. */
export async function transact(engine: Pick<Engine, "begin" | "commit" | "rollback">, work: () => Promise<void>) {
  await engine.begin(false);
  try {
    await work();
    await engine.commit();
  } catch (error) {
    await engine.rollback();
    throw error;
  }
}

export const targetBusy = (cause?: unknown): CopyError =>
  new CopyError("target_busy", "Another copy to the same target is running. Run one copy at a time.", { cause });

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const literal = (text: string | null): string => (text === null ? "NULL" : `'${text.replaceAll("'", "''")}'`);

/** Returns the `ON CONFLICT` clause that replaces rows with the same key. Empty if `keys` is 0. */
export function replacing(names: readonly string[], keys: number): string {
  if (keys === 0) return "";
  const set = names.slice(keys).map((name) => `${name} = excluded.${name}`);
  return ` ON CONFLICT (${names.slice(0, keys).join(", ")}) DO UPDATE SET ${set.join(", ")}`;
}

/** Suffixes of a database file and of the files that SQLite and DuckDB store next to it. */
const companions = ["", "-wal", "-shm", "-journal", ".wal"];

/** Returns true if a database file does not exist yet. Must be called before the database is opened. */
export const isNewFile = (file: string): boolean => !existsSync(file);

/** Closes the database. Removes a new file that has no tables, and returns true if the file was removed. */
export async function closeNew(engine: Engine, file: string, isNew: boolean): Promise<boolean> {
  const isEmpty = isNew && (await engine.tables().catch(() => undefined))?.size === 0;
  await engine.close();
  if (isEmpty) for (const companion of companions) await rm(file + companion, { force: true });
  return isEmpty;
}
