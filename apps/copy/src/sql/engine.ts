import { CopyError } from "../copy-error.js";
import type { Upsert } from "../page.js";
import type { Column, ColumnType, Table } from "../shape/table.js";
import type { ViewDialect } from "../views/view-dialect.js";

/** Optional features of a database: indexes, column comments, and views in its SQL dialect. */
type Extras = { readonly indexes: boolean; readonly comments: boolean; readonly views: ViewDialect };

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
