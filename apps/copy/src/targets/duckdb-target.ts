import { chmod, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type * as DuckDB from "@duckdb/node-api";
import { CopyError, targetFailed } from "../copy-error.js";
import type { Column } from "../shape/table.js";
import {
  closeNew,
  duckdbViews,
  type Engine,
  isNewFile,
  literal,
  quoted,
  replacing,
  targetBusy,
} from "../sql/engine.js";
import { scrubbedSql } from "../sql/runs.js";
import { sqlTarget } from "../sql/sql-target.js";
import type { OpenTarget } from "../target.js";
import { itemWriter } from "./csv-items.js";
import { CsvRows, csvRows } from "./csv-rows.js";

/** Opens a DuckDB file as a target. Creates the file if it does not exist. */
export async function duckdbTarget(file: string): Promise<OpenTarget> {
  const isNew = isNewFile(file);
  const engine = await duckdbEngine(file).catch((error: unknown) => {
    const text = duckdbError(error);
    if (text?.includes("Could not set lock")) throw targetBusy(error);
    throw text === undefined ? error : targetFailed(text, error);
  });
  const close = async () => void (await closeNew(engine, file, isNew));
  return { ...sqlTarget({ ...engine, close }), explain: duckdbError };
}

/**
 * Returns the message of a DuckDB error about files or memory. For other errors, returns only the kind of error.
 * Other messages may quote values.
 */
export function duckdbError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [line = ""] = error.message.split("\n");
  if (/^(?:IO|Permission|Out of Memory) Error: /.test(line)) return line;
  return /^[A-Z][A-Za-z ]{2,40} Error: /.test(line) ? line.slice(0, line.indexOf(":")) : undefined;
}

const types = {
  text: "VARCHAR",
  integer: "BIGINT",
  number: "DOUBLE",
  money: "DECIMAL(18, 2)",
  boolean: "BOOLEAN",
  timestamp: "TIMESTAMPTZ",
  date: "DATE",
  local: "TIMESTAMP",
  json: "JSON",
} as const;

/**
 * Write-ahead log size that triggers a DuckDB checkpoint.
 * With DuckDB's default of 16 MB, checkpoints account for a fifth of the time of a first copy.
 */
const checkpointed = "64MB";

/**
 * Amount of freed memory that DuckDB retains before returning it to the operating system.
 * DuckDB's default is eight times as much.
 */
const flushed = "16MB";

/** Opens a DuckDB file. Creates the file if it does not exist. */
async function duckdbEngine(file: string): Promise<Engine> {
  const { DuckDBInstance } = driver();
  const instance = await DuckDBInstance.fromCache(file);
  // Remove files that a killed run left behind. These files are left from earlier runs. No other run can be active, because DuckDB has locked the database.
  await rm(`${file}.loading`, { force: true });
  await rm(`${file}.scrubbed`, { force: true });
  await chmodIfNew(file);
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(`SET checkpoint_threshold = '${checkpointed}'`);
  await connection.run("PRAGMA disable_checkpoint_on_shutdown");
  await connection.run(`SET allocator_flush_threshold = '${flushed}'`);
  let isScrubbed = false;
  return {
    ...engineOn(connection, `${file}.loading`),
    scrub: async () => void (isScrubbed = true),
    async close() {
      const isRewritten = isScrubbed && (await rewrite(connection, `${file}.scrubbed`));
      // if the checkpoint fails, the changes stay in the write-ahead log
      if (!isRewritten && !(await isLogSmall(file))) await connection.run("CHECKPOINT").catch(() => {});
      connection.closeSync();
      instance.closeSync();
      if (!isRewritten) return;
      await rename(`${file}.scrubbed`, file);
      await rm(`${file}.wal`, { force: true });
    },
  };
}

/**
 * Rewrites the DuckDB file, because DuckDB leaves the bytes of deleted rows in free blocks.
 * Returns false if DuckDB cannot copy some contents of the database, or the disk is full.
 */
async function rewrite(connection: DuckDB.DuckDBConnection, file: string): Promise<boolean> {
  try {
    await connection.run(`ATTACH ${literal(file)} AS scrubbed`);
    await chmod(file, 0o600);
    const [row] = (await connection.runAndReadAll("SELECT current_database() AS name")).getRowObjectsJson();
    await connection.run(`COPY FROM DATABASE ${quoted(String(row?.["name"]))} TO scrubbed`);
    await connection.run(scrubbedSql("scrubbed."));
    await connection.run("CHECKPOINT scrubbed");
    await connection.run("DETACH scrubbed");
    return true;
  } catch {
    await connection.run("DETACH scrubbed").catch(() => {});
    await rm(file, { force: true });
    await rm(`${file}.wal`, { force: true });
    return false;
  }
}

/** Makes a DuckDB file readable only by its owner if DuckDB has just created the file. */
async function chmodIfNew(file: string): Promise<void> {
  if ((await sizeOf(file)) <= newFile) await chmod(file, 0o600);
}

/** Size of a DuckDB file without tables, in bytes. */
const newFile = 12_288;

const maxLogBytes = 4_000_000;

/**
 * Returns true if the write-ahead log is small enough to leave in place when the file is closed.
 * A checkpoint is slow, because it rewrites whole columns even for the few changes of one night.
 */
async function isLogSmall(file: string): Promise<boolean> {
  const log = await sizeOf(`${file}.wal`);
  return log === 0 || (log <= maxLogBytes && log <= (await sizeOf(file)) / 16);
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/**
 * Loads the optional DuckDB driver. Throws `duckdb_absent` if the driver is not installed.
 * Uses `require`, because `import` would read the driver's many files twice.
 */
function driver(): typeof DuckDB {
  try {
    return createRequire(__filename)("@duckdb/node-api") as typeof DuckDB;
  } catch (cause) {
    const message = "DuckDB is not installed. Run `npm install @duckdb/node-api`.";
    throw new CopyError("duckdb_absent", message, { cause });
  }
}

/** Creates an engine for a DuckDB connection. Loads rows from a CSV file, because DuckDB reads CSV fastest. */
const engineOn = (connection: DuckDB.DuckDBConnection, file: string): Omit<Engine, "close"> => {
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  const load = async (table: string, columns: readonly Column[], keys: number, rows: readonly CsvRows[]) => {
    const bytes = rows.flatMap((some) => some.pieces());
    const longest = Math.max(...rows.map((some) => some.longest));
    try {
      await writeFile(file, bytes, { mode: 0o600 });
      await connection.run(insertSql(table, columns, keys, file, longest));
    } finally {
      await rm(file, { force: true });
    }
  };
  const tables = async () => {
    const found = new Map<string, Set<string>>();
    for (const { table_name: table, column_name: column } of await rows(
      "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal",
    )) {
      found.set(String(table), (found.get(String(table)) ?? new Set()).add(String(column)));
    }
    return found;
  };
  /** Returns true if any of the rows exists. If none exists, DuckDB can insert rows in half the time. */
  const hasSome = async (table: string, ids: readonly unknown[]) => {
    const sql = `SELECT 1 FROM ${quoted(table)} WHERE _id IN (${idsOf}) LIMIT 1`;
    return (await connection.runAndReadAll(sql, [JSON.stringify(ids)])).currentRowCount > 0;
  };
  return {
    types,
    alone: true,
    nestedKeys: false,
    rowsTogether: 20_000,
    run: async (sql) => void (await connection.run(sql)),
    rows,
    begin: async () => void (await connection.run("BEGIN")),
    commit: async () => void (await connection.run("COMMIT")),
    rollback: async () => void (await connection.run("ROLLBACK").catch(() => {})), // DuckDB may have already rolled back
    extras: { indexes: false, comments: true, views: duckdbViews },
    tables,
    names: async () => new Set((await tables()).keys()),
    fresh: {
      encoder: () => new CsvRows(),
      direct: (table, encoders) => itemWriter(table, encoders as readonly CsvRows[]),
      hasSome,
      insert: (table, columns, rows) => load(table, columns, 0, rows as readonly CsvRows[]),
    },
    async upsert(table, columns, keys, found) {
      const replaces =
        keys > 0 &&
        hasSome(
          table,
          found.map(([id]) => id),
        );
      // Encode the next rows while DuckDB runs the query.
      const rows = [csvRows(found)];
      await load(table, columns, (await replaces) ? keys : 0, rows);
    },
    remove: async (table, ids) =>
      void (await connection.run(`DELETE FROM ${quoted(table)} WHERE _id IN (${idsOf})`, [JSON.stringify(ids)])),
    async find(table, columns, ids) {
      const sql = `SELECT ${namesOf(columns)} FROM ${quoted(table)} WHERE _id IN (${idsOf})`;
      return (await connection.runAndReadAll(sql, [JSON.stringify(ids)])).getRowObjectsJson();
    },
    async refill(table, from, columns) {
      const names = namesOf(columns);
      await connection.run(`DELETE FROM ${quoted(table)}`);
      await connection.run(`INSERT INTO ${quoted(table)} (${names}) SELECT ${names} FROM ${quoted(from)}`);
    },
  };
};

const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => quoted(name)).join(", ");

const idsOf = `SELECT unnest(from_json($1::JSON, '["VARCHAR"]'))`;

const minLine = 2_000_000;
const minBuffer = 4 * minLine;

/**
 * Column types of the CSV file.
 * Timestamps are in UTC, because DuckDB parses timestamps with a time zone four times as slowly.
 */
const fileTypes = { ...types, timestamp: "TIMESTAMP" } as const;

const inUtc = (timestamp: string) => `make_timestamptz(epoch_us(${timestamp}))`;

function insertSql(table: string, columns: readonly Column[], keys: number, file: string, longest: number): string {
  const names = columns.map(({ name }) => quoted(name));
  const typed = columns.map(({ name, type }) => `${literal(name)}: ${literal(fileTypes[type])}`);
  const values = columns.map(({ name, type }) => (type === "timestamp" ? inUtc(quoted(name)) : quoted(name)));
  const line = Math.max(minLine, longest + 1);
  const how = `header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '',
    allow_quoted_nulls = false, max_line_size = ${line}, buffer_size = ${Math.max(minBuffer, line)}`;
  return `INSERT INTO ${quoted(table)} (${names.join(", ")})
    SELECT ${values.join(", ")} FROM read_csv(${literal(file)}, ${how}, columns = {${typed.join(", ")}})${replacing(names, keys)}`;
}
