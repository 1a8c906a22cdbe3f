import { closeSync, openSync } from "node:fs";
import Database, { type Database as Connection, type Statement } from "better-sqlite3";
import type { Column } from "../shape/table.js";
import {
  closeNew,
  type Engine,
  isNewFile,
  quoted,
  replacing,
  type Row,
  sqliteViews,
  type StoredRow,
  targetBusy,
} from "../sql/engine.js";
import { scrubbedSql } from "../sql/runs.js";
import { sqlTarget } from "../sql/sql-target.js";
import type { OpenTarget } from "../target.js";

/** Opens a SQLite file as a target. Creates the file if it does not exist. */
export function sqliteTarget(file: string): OpenTarget {
  const isNew = isNewFile(file);
  const engine = sqliteEngine(file);
  const close = async () => void (await closeNew(engine, file, isNew));
  return { ...sqlTarget({ ...engine, close }), explain: sqliteError };
}

/** Returns the message of a SQLite error, which may name tables and files but never quotes values. */
export const sqliteError = (error: unknown): string | undefined =>
  error instanceof Database.SqliteError ? `${error.message} (${error.code})` : undefined;

/**
 * Column types in SQLite, which has no timestamp type.
 * Timestamps are strings such as `2026-03-05 15:00:00`, which SQLite's date functions accept.
 */
const types = {
  text: "TEXT",
  integer: "INTEGER",
  number: "REAL",
  money: "NUMERIC",
  boolean: "BOOLEAN",
  timestamp: "TIMESTAMP",
  date: "DATE",
  local: "TIMESTAMP",
  json: "TEXT",
} as const;

/** SQLite engine that can also stream rows. No other statement may run while rows are streamed. */
export type SqliteEngine = Engine & { each(sql: string): Iterable<Readonly<Record<string, unknown>>> };

/** Opens a SQLite file. Creates the file if it does not exist. */
export function sqliteEngine(file: string): SqliteEngine {
  if (file !== ":memory:") closeSync(openSync(file, "a", 0o600));
  const database = new Database(file);
  // Overwrite deleted and replaced values with zeros.
  database.pragma("secure_delete = ON");
  return { ...engineOn(database), close: async () => void database.close() };
}

function engineOn(database: Connection): Omit<SqliteEngine, "close"> {
  const prepared = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = database.prepare(sql)));
    return statement;
  };
  return {
    types,
    alone: true,
    nestedKeys: true,
    run: async (sql) => void database.exec(sql),
    rows: async (sql) => database.prepare<unknown[], Record<string, unknown>>(sql).all(),
    each: (sql) => database.prepare<unknown[], Record<string, unknown>>(sql).iterate(),
    async begin(isFirst) {
      // With these modes, a power failure may lose the last commits and their cursors, but the file stays consistent.
      // A first copy uses a rollback journal, because a write-ahead log would grow to the size of the copy.
      try {
        database.pragma(`journal_mode = ${isFirst ? "DELETE" : "WAL"}`);
        database.pragma("synchronous = NORMAL");
        database.exec("BEGIN IMMEDIATE");
      } catch (error) {
        throw isBusy(error) ? targetBusy(error) : error;
      }
    },
    commit: async () => void database.exec("COMMIT"),
    async rollback() {
      if (database.inTransaction) database.exec("ROLLBACK");
    },
    async tables() {
      const found = database
        .prepare<[], { table: string; column: string }>(
          `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema m JOIN pragma_table_info(m.name) c
           WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
        )
        .all();
      const tables = new Map<string, Set<string>>();
      for (const { table, column } of found) tables.set(table, (tables.get(table) ?? new Set()).add(column));
      return tables;
    },
    names: async () =>
      new Set(
        database
          .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
          .all()
          .map(({ name }) => name),
      ),
    extras: { indexes: true, comments: false, views: sqliteViews },
    async upsert(table, columns, keys, rows) {
      const statement = prepare(upsertSql(table, columns, keys));
      for (const row of encoded(columns, rows)) statement.run(row);
    },
    async remove(table, ids) {
      prepare(`DELETE FROM ${quoted(table)} WHERE _id IN (SELECT value FROM json_each(?))`).run(JSON.stringify(ids));
    },
    async find(table, columns, ids) {
      const sql = `SELECT ${namesOf(columns)} FROM ${quoted(table)} WHERE _id IN (SELECT value FROM json_each(?))`;
      return prepare(sql).all(JSON.stringify(ids)) as StoredRow[];
    },
    async refill(table, from, columns) {
      const names = namesOf(columns);
      database.exec(`DELETE FROM ${quoted(table)}`);
      database.exec(`INSERT INTO ${quoted(table)} (${names}) SELECT ${names} FROM ${quoted(from)}`);
    },
    async scrub() {
      const [free, all] = ["freelist_count", "page_count"].map((name) =>
        Number(database.pragma(name, { simple: true })),
      );
      if (4 * (free ?? 0) > (all ?? 0)) database.exec("VACUUM");
      // If another program still reads the write-ahead log, `busy` is 1, and the next run truncates the log.
      const [{ busy } = { busy: 0 }] = database.pragma("wal_checkpoint(TRUNCATE)") as { readonly busy: number }[];
      if (busy === 0) database.exec(scrubbedSql());
    },
  };
}

const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => quoted(name)).join(", ");

const isBusy = (error: unknown) => error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");

function upsertSql(table: string, columns: readonly Column[], keys: number): string {
  const names = columns.map(({ name }) => quoted(name));
  const values = names.map(() => "?").join(", ");
  return `INSERT INTO ${quoted(table)} (${names.join(", ")}) VALUES (${values})${replacing(names, keys)}`;
}

function* encoded(columns: readonly Column[], rows: readonly Row[]): Generator<unknown[]> {
  const flags = placesOf(columns, "boolean");
  const parts = placesOf(columns, "json");
  for (const row of rows) {
    const values = [...row];
    for (const place of flags) if (values[place] !== null) values[place] = Number(values[place]);
    for (const place of parts) if (values[place] !== null) values[place] = JSON.stringify(values[place]);
    yield values;
  }
}

const placesOf = (columns: readonly Column[], wanted: Column["type"]): number[] =>
  columns.flatMap(({ type }, place) => (type === wanted ? [place] : []));
