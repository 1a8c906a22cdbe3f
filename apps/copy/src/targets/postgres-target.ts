import { Client, DatabaseError } from "pg";
import { CopyError, targetFailed } from "../copy-error.js";
import type { Column } from "../shape/table.js";
import { type Engine, postgresViews, quoted, replacing, type Row, type StoredRow, targetBusy } from "../sql/engine.js";
import { sqlTarget } from "../sql/sql-target.js";
import type { OpenTarget } from "../target.js";

/** Opens a PostgreSQL database as a target. `url` is a connection URL. */
export async function postgresTarget(url: string): Promise<OpenTarget> {
  const engine = await postgresEngine(url).catch((error: unknown) => {
    // Errors of a connection attempt quote no rows.
    throw targetFailed(postgresError(error) ?? (error instanceof Error ? error.message : ""), error);
  });
  return { ...sqlTarget(engine), explain: postgresError };
}

/**
 * Returns the message of a PostgreSQL error.
 * For errors about data (classes 22 and 23), returns only the code, because their messages quote values.
 */
export function postgresError(error: unknown): string | undefined {
  const { code = "", message = "" } = error as { readonly code?: string; readonly message?: string };
  if (error instanceof DatabaseError)
    return /^2[23]/.test(code) ? `the database rejected a row (${code})` : `${message} (${code})`;
  if (/^E[A-Z]+$/.test(code)) return message === "" ? code : `${message} (${code})`;
  return /^Connection terminated|^Client has encountered a connection error/.test(message)
    ? "the connection was lost"
    : undefined;
}

const types = {
  text: "TEXT",
  integer: "BIGINT",
  number: "DOUBLE PRECISION",
  money: "NUMERIC(18, 2)",
  boolean: "BOOLEAN",
  timestamp: "TIMESTAMPTZ",
  date: "DATE",
  local: "TIMESTAMP",
  json: "JSONB",
} as const;

/** Type names as PostgreSQL's `format_type` returns them. */
const spelled: Readonly<Record<(typeof types)[keyof typeof types], string>> = {
  TEXT: "text",
  BIGINT: "bigint",
  "DOUBLE PRECISION": "double precision",
  "NUMERIC(18, 2)": "numeric(18,2)",
  BOOLEAN: "boolean",
  TIMESTAMPTZ: "timestamp with time zone",
  DATE: "date",
  TIMESTAMP: "timestamp without time zone",
  JSONB: "jsonb",
};

/** Connects to a PostgreSQL database. Creates tables in the first schema of the search path. */
async function postgresEngine(url: string): Promise<Engine> {
  const client = new Client({ connectionString: url, application_name: "repute copy" });
  client.on("error", () => {}); // ignore the error, because the next statement reports a lost connection
  await client.connect();
  // If `standard_conforming_strings` is off, a backslash could end a string literal early.
  await client.query("SET standard_conforming_strings = on");
  await client.query("SET TimeZone = 'UTC'");
  return { ...engineOn(client), close: () => client.end().catch(() => {}) };
}

/** True if a statement waited for a lock for too long. */
const isTimeout = (error: unknown): boolean => (error as { readonly code?: unknown }).code === "55P03";

const engineOn = (client: Client): Omit<Engine, "close"> => ({
  types,
  extras: { indexes: true, comments: true, views: postgresViews },
  alone: false,
  nestedKeys: true,
  run: async (sql) => void (await client.query(sql)),
  rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
  async begin() {
    await client.query("BEGIN");
    // The server keeps the lock of a killed copy until it notices that the connection is closed.
    await client.query("SET LOCAL lock_timeout = '5s'");
    try {
      await client.query("SELECT pg_advisory_xact_lock(hashtext('repute copy'), hashtext(current_schema()))");
    } catch (error) {
      await client.query("ROLLBACK").catch(() => {});
      throw isTimeout(error) ? targetBusy(error) : error;
    }
    await client.query("SET LOCAL lock_timeout TO DEFAULT");
  },
  commit: async () => void (await client.query("COMMIT")),
  rollback: async () => void (await client.query("ROLLBACK").catch(() => {})), // the connection may be lost
  tables: () => tablesOf(client),
  names: async () => new Set((await tablesOf(client)).keys()),
  async convert(table, columns) {
    const wanted = new Map(columns.map(({ name, type }) => [name, types[type]]));
    const { rows } = await client.query<{ name: string; type: string }>(
      `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type
       FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
      [quoted(table)],
    );
    await client.query(`DELETE FROM ${quoted(table)}`);
    for (const { name, type: found } of rows) {
      const type = wanted.get(name);
      const change = type === undefined ? `DROP COLUMN ${quoted(name)}` : retyped(name, type);
      if (type !== undefined && spelled[type] === found) continue;
      await client.query(`ALTER TABLE ${quoted(table)} ${change}`).catch((error: unknown) => {
        throw usedByView(error, table, name);
      });
    }
  },
  async upsert(table, columns, keys, rows) {
    const sql = upsertSql(table, columns, keys);
    for (const json of jsonRows(columns, rows)) await client.query(sql, [withoutNul(json)]);
  },
  remove: async (table, ids) =>
    void (await client.query(`DELETE FROM ${quoted(table)} WHERE _id = ANY ($1::text[])`, [ids])),
  find: async (table, columns, ids) =>
    (
      await client.query<StoredRow>({
        text: `SELECT ${namesOf(columns)} FROM ${quoted(table)} WHERE _id = ANY ($1::text[])`,
        values: [ids],
        types: asText,
      })
    ).rows,
  async refill(table, from, columns) {
    const names = namesOf(columns);
    await client.query(`DELETE FROM ${quoted(table)}`);
    await client.query(`INSERT INTO ${quoted(table)} (${names}) SELECT ${names} FROM ${quoted(from)}`);
  },
});

const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => quoted(name)).join(", ");

/** Disables type parsing, so that values are the strings that PostgreSQL sends. */
const asText = { getTypeParser: () => (value: unknown) => value };

async function tablesOf(client: Client): ReturnType<Engine["tables"]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT relname AS "table", array_agg(attname::text) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f') GROUP BY relname`,
  );
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
}

/** PostgreSQL errors for a column that a view uses: `feature_not_supported` and `dependent_objects_still_exist`. */
const inUse = /^(?:0A000|2BP01)$/;

/** Converts an error about a column that a view uses to a `CopyError` that names the view and the column. */
function usedByView(error: unknown, table: string, column: string): unknown {
  const { code = "", detail = "" } = error as { readonly code?: string; readonly detail?: string };
  if (!inUse.test(code)) return error;
  const [, view = "another view"] = /view (\S+) depends on/.exec(detail) ?? [];
  const message =
    `The view ${view} uses the column ${table}.${column}, which has another type in this version. ` +
    "Drop the view, run the command again, and then create the view again.";
  return new CopyError("target_outdated", message, { cause: error });
}

/** Returns SQL that changes a column's type. The table must be empty. */
const retyped = (name: string, type: string) => `ALTER COLUMN ${quoted(name)} TYPE ${type} USING NULL`;

function upsertSql(table: string, columns: readonly Column[], keys: number): string {
  const names = columns.map(({ name }) => quoted(name));
  const typed = columns.map(({ name, type }) => `${quoted(name)} ${types[type]}`);
  return `INSERT INTO ${quoted(table)} (${names.join(", ")})
    SELECT ${names.join(", ")} FROM json_to_recordset($1::json) AS row (${typed.join(", ")})${replacing(names, keys)}`;
}

/** Replaces NUL characters with U+FFFD, because PostgreSQL strings cannot contain NUL. */
const withoutNul = (json: string): string =>
  json.includes("\\u0000") ? json.replace(/((?:^|[^\\])(?:\\\\)*)\\u0000/g, "$1\\ufffd") : json;

const rowsPerArray = 2_000;

/** Serializes rows as JSON arrays of objects keyed by column name, with 2,000 rows per array. */
function* jsonRows(columns: readonly Column[], rows: readonly Row[]): Generator<string> {
  const names = columns.map(({ name }) => JSON.stringify(name));
  for (let start = 0; start < rows.length; start += rowsPerArray) {
    const objects = rows.slice(start, start + rowsPerArray).map((row) => `{${row.map(member(names)).join(",")}}`);
    yield `[${objects.join(",")}]`;
  }
}

const member = (names: readonly string[]) => (value: unknown, place: number) =>
  `${names[place] ?? ""}:${JSON.stringify(value)}`;
