import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { type TestDatabase, testDatabase } from "@repute/adapter-typeorm/testing";
import Database from "better-sqlite3";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { Client } from "pg";
import { openTarget } from "../src/open-target.js";
import { allColumns, type Column } from "../src/shape/table.js";
import { layoutsOf, tableOf, tables } from "../src/shape/tables.js";
import { readManifest } from "../src/targets/export-parts.js";
import type { Place, ReadRow } from "./target.contract.js";
import { temporaryFolder } from "./temporary-folder.js";

/** Storage for a test target, with the target's `--to` value. */
export type NamedPlace = Place & { readonly to: string };

export async function sqlitePlace(): Promise<NamedPlace> {
  const folder = await temporaryFolder();
  const file = join(folder.path, "copy.db");
  const within = <T>(work: (database: Database.Database) => T): T => {
    const database = new Database(file);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    ...opened(`sqlite:${file}`),
    read: async (table) =>
      within((database) => {
        const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table);
        return found && readRows(table, database.prepare<[], ReadRow>(`SELECT * FROM "${table}"`).all());
      }) as readonly ReadRow[] | undefined,
    ...changed(async (sql) => void within((database) => database.exec(sql))),
    query: async (sql) => within((database) => database.prepare<[], ReadRow>(sql).all()),
    isEmpty: async () => (await readdir(folder.path)).length === 0,
    bytes: () => bytesIn(folder.path),
    occupy: async (name = "locations") => void within((database) => database.exec(foreign(name))),
    isOccupied: async (name) => isForeign(within((database) => database.prepare(`SELECT * FROM ${name}`).all())),
    clear: folder.remove,
  };
}

export async function duckdbPlace(): Promise<NamedPlace> {
  const folder = await temporaryFolder();
  const file = join(folder.path, "copy.duckdb");
  return {
    ...opened(`duckdb:${file}`),
    read: async (table) => {
      const [found] = await queryDuckdb(file, `SELECT 1 FROM duckdb_tables() WHERE table_name = '${table}'`);
      return found && readRows(table, await queryDuckdb(file, `SELECT * FROM "${table}"`));
    },
    ...changed(async (sql) => void (await queryDuckdb(file, sql))),
    query: (sql) => queryDuckdb(file, sql),
    isEmpty: async () => (await readdir(folder.path)).length === 0,
    bytes: () => bytesIn(folder.path),
    occupy: async (name = "locations") => void (await queryDuckdb(file, foreign(name))),
    isOccupied: async (name) => isForeign(await queryDuckdb(file, `SELECT * FROM ${name}`)),
    clear: folder.remove,
  };
}

/** SQL that creates a table with one row, as another application would. */
const foreign = (name: string) => `CREATE TABLE ${name} (id INTEGER); INSERT INTO ${name} VALUES (1)`;

const isForeign = (rows: readonly unknown[]) => JSON.stringify(rows).replaceAll('"1"', "1") === '[{"id":1}]';

/** Runs a query on a DuckDB file that no other connection has open. */
async function queryDuckdb(file: string, sql: string) {
  const instance = await DuckDBInstance.fromCache(file);
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

export async function parquetPlace(): Promise<NamedPlace> {
  const folder = await temporaryFolder();
  const place = join(folder.path, "acme");
  const inState = <T>(work: (database: Database.Database) => T): T => {
    const database = new Database(join(place, ".repute-copy.db"));
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    ...opened(`parquet:${place}`),
    read: async (table) => {
      const files = ((await readManifest(place))?.files ?? []).filter((file) => file.table === table);
      if (files.length === 0) return undefined;
      const parts = files.map(async ({ file }) =>
        parquetReadObjects({ file: await asyncBufferFromFile(join(place, file)) }),
      );
      return readRows(table, (await Promise.all(parts)).flat() as ReadRow[]);
    },
    ...changed(async (sql) => inState((database) => database.exec(sql))),
    query: async (sql) => inState((database) => database.prepare<[], ReadRow>(sql).all()),
    isEmpty: async () => (await readdir(folder.path)).length === 0,
    bytes: () => bytesIn(folder.path),
    async occupy(name = "locations") {
      await mkdir(join(place, name), { recursive: true });
      await writeFile(join(place, name, "notes.parquet"), "a note");
    },
    isOccupied: async (name) => (await readdir(join(place, name))).join() === "notes.parquet",
    clear: folder.remove,
  };
}

/** Creates a database, and drops it afterwards. */
export async function postgresPlace(): Promise<NamedPlace> {
  const own = await testDatabase("blank");
  const { end, ...place } = await postgresPlaceIn(own);
  return {
    ...place,
    async clear() {
      await end();
      await own.drop();
    },
  };
}

/**
 * Uses a database, and drops all tables afterwards.
 * Keeps a connection until `end`, because a test reads dozens of tables and connecting takes longer than reading.
 */
export async function postgresPlaceIn({
  migrationUrl: url,
}: TestDatabase): Promise<NamedPlace & { end(): Promise<void> }> {
  const reader = await connected(url);
  const query = async (sql: string) => (await reader.query<ReadRow>(sql)).rows;
  return {
    ...opened(url),
    async read(table) {
      const [found] = await query(`SELECT to_regclass('"${table}"') AS at`);
      return found?.["at"] ? readRows(table, await query(`SELECT * FROM "${table}"`)) : undefined;
    },
    ...changed(query),
    query,
    isEmpty: async () =>
      (await query("SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace")).length === 0,
    occupy: async (name = "locations") => void (await query(foreign(name))),
    isOccupied: async (name) => isForeign(await query(`SELECT * FROM ${name}`)),
    async clear() {
      const tables = await query(
        `SELECT quote_ident(relname) AS name FROM pg_class
         WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
      );
      if (tables.length > 0) await query(`DROP TABLE ${tables.map(({ name }) => String(name)).join(", ")} CASCADE`);
    },
    end: () => reader.end(),
  };
}

/** Disables type parsing, so that values are the strings that PostgreSQL sends. */
const asText = { getTypeParser: () => (value: string) => value };

/** Connects to a database with values as text and times in UTC. */
async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, types: asText });
  await client.connect();
  await client.query("SET TimeZone = 'UTC'");
  return client;
}

export async function queryPostgres<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connected(url);
  return work(client).finally(() => client.end());
}

/** Returns the bytes of all files in a folder and its subfolders. */
async function bytesIn(folder: string): Promise<Buffer> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))));
}

const changed = (change: (sql: string) => Promise<unknown>) => ({
  change: async (sql: string) => void (await change(sql)),
  drop: async (name: string) => {
    const [table = "", column] = name.split(".");
    await change("DROP VIEW IF EXISTS location_scorecard");
    await change(column === undefined ? `DROP TABLE ${table}` : `ALTER TABLE ${table} DROP COLUMN ${column}`);
  },
});

const opened = (to: string) => ({ to, open: () => openTarget(to) });

type Row = Readonly<Record<string, unknown>>;

/** Runs a query on a copy. Queries Parquet files with DuckDB and `views.sql`. */
export async function queryPlace({ to }: Pick<NamedPlace, "to">, sql: string): Promise<readonly Row[]> {
  const [, kind = "", where = ""] = /^([a-z]+):(.+)$/s.exec(to) ?? [];
  if (kind.startsWith("postgres")) return queryPostgres(to, async (client) => (await client.query<Row>(sql)).rows);
  if (kind === "sqlite") return onSqlite(where, sql);
  if (kind === "duckdb") return onDuckdb(where, [sql]);
  const views = readFileSync(join(where, "views.sql"), "utf8");
  return onDuckdb(":memory:", [`SET file_search_path = '${where}'`, ...views.split(";\n"), sql]);
}

function onSqlite(file: string, sql: string): readonly Row[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare<[], Row>(sql).all();
  } finally {
    database.close();
  }
}

async function onDuckdb(file: string, statements: readonly string[]): Promise<readonly Row[]> {
  const instance = await (file === ":memory:" ? DuckDBInstance.create(file) : DuckDBInstance.fromCache(file));
  const connection = await instance.connect();
  try {
    for (const sql of statements.slice(0, -1)) if (sql.trim() !== "") await connection.run(sql);
    return (await connection.runAndReadAll(statements.at(-1) ?? "")).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const columnsByTable = new Map<string, readonly Column[]>(
  tables.flatMap(layoutsOf).map(({ name, columns }): [string, readonly Column[]] => [name, columns]),
);

/** Normalizes rows from a database driver for the contract tests. */
const readRows = (table: string, rows: readonly ReadRow[]): readonly ReadRow[] => {
  const types = new Map(
    (columnsByTable.get(table) ?? allColumns(tableOf(table))).map(({ name, type }) => [name, type]),
  );
  return rows
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value, types.get(name))])))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

const keyOf = (row: ReadRow) => `${String(row["_id"])}\0${String(row["_index"]).padStart(9, "0")}`;

function plain(value: unknown, type: Column["type"] | undefined): unknown {
  if (value === null || value === undefined) return null;
  if (type === "boolean") return [true, 1, 1n, "t"].includes(value as boolean);
  if (type === "json") return typeof value === "string" ? JSON.parse(value) : value;
  return typeof value === "bigint" || ["integer", "number", "money"].includes(type ?? "")
    ? Number(value)
    : timeless(value, type);
}

/** Removes the time zone from a timestamp such as `2026-03-05 15:00:00+00`. */
function timeless(value: unknown, type: Column["type"] | undefined): unknown {
  if (type === "date" && value instanceof Date) return value.toISOString().slice(0, 10);
  if (type !== "timestamp" && type !== "local") return value;
  const text = value instanceof Date ? value.toISOString().replace("T", " ") : String(value);
  return text
    .replace(/(?:Z|\+00(?::00)?)$/, "")
    .replace(/\.000$/, "")
    .replace(/(\.\d\d)$/, "$10");
}
