import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import Database from "better-sqlite3";
import { type NamedPlace, queryPostgres } from "./places.js";

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
