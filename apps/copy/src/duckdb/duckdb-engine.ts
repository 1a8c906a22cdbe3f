import type * as DuckDB from "@duckdb/node-api";
import { CopyError } from "../copy-error.js";
import type { Column } from "../shape/table.js";
import type { Engine } from "../sql/engine.js";
import { literal, quoted } from "../sql/engine.js";
import { jsonRows } from "../sql/json-rows.js";

const types = {
  text: "VARCHAR",
  integer: "BIGINT",
  number: "DOUBLE",
  boolean: "BOOLEAN",
  timestamp: "TIMESTAMPTZ",
  date: "DATE",
  local: "TIMESTAMP",
  json: "JSON",
} as const;

/** A file of DuckDB; it is made when it is not there. */
export async function duckdbEngine(file: string): Promise<Engine> {
  const { DuckDBInstance } = await driver();
  const instance = await DuckDBInstance.fromCache(file);
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  return {
    ...engineOn(connection),
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** DuckDB is large, and wanted by few: who wants it installs it. */
async function driver(): Promise<typeof DuckDB> {
  try {
    return await import("@duckdb/node-api");
  } catch (cause) {
    const message = "DuckDB is not installed: `npm install @duckdb/node-api` brings it";
    throw new CopyError("duckdb_absent", message, { cause });
  }
}

const engineOn = (connection: DuckDB.DuckDBConnection): Omit<Engine, "close"> => {
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  return {
    types,
    alone: true,
    run: async (sql) => void (await connection.run(sql)),
    rows,
    async transact(work) {
      await connection.run("BEGIN");
      try {
        await work();
        await connection.run("COMMIT");
      } catch (error) {
        await connection.run("ROLLBACK").catch(() => {}); // DuckDB may have taken it back already
        throw error;
      }
    },
    async tables() {
      const tables = new Map<string, Set<string>>();
      for (const { table_name: table, column_name: column } of await rows(
        "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal",
      )) {
        tables.set(String(table), (tables.get(String(table)) ?? new Set()).add(String(column)));
      }
      return tables;
    },
    async upsert(table, columns, keys, found) {
      const sql = upsertSql(table, columns, keys);
      for (const json of jsonRows(columns, found)) await connection.run(sql, [json]);
    },
    remove: async (table, ids) =>
      void (await connection.run(
        `DELETE FROM ${quoted(table)} WHERE _id IN (SELECT unnest(from_json($1::JSON, '["VARCHAR"]')))`,
        [JSON.stringify(ids)],
      )),
    async refill(table, from, columns) {
      const names = columns.map(({ name }) => quoted(name)).join(", ");
      await connection.run(`DELETE FROM ${quoted(table)}`);
      await connection.run(`INSERT INTO ${quoted(table)} (${names}) SELECT ${names} FROM ${quoted(from)}`);
    },
    month: (column) => `strftime(${column}, '%Y-%m')`,
  };
};

function upsertSql(table: string, columns: readonly Column[], keys: number): string {
  const names = columns.map(({ name }) => quoted(name));
  const shape = JSON.stringify([Object.fromEntries(columns.map(({ name, type }) => [name, types[type]]))]);
  const set = names.slice(keys).map((name) => `${name} = excluded.${name}`);
  return `INSERT INTO ${quoted(table)} (${names.join(", ")})
    SELECT ${names.map((name) => `row.${name}`).join(", ")}
    FROM (SELECT unnest(from_json($1::JSON, ${literal(shape)})) AS row)
    ON CONFLICT (${names.slice(0, keys).join(", ")}) DO UPDATE SET ${set.join(", ")}`;
}
