import type { DataSource } from "typeorm";
import type { Dialect } from "../../engine/dialect.js";
import { postgresDialect } from "../../postgres/postgres-dialect.js";
import { sqliteDialect } from "../../sqlite/sqlite-dialect.js";

const dialects: Readonly<Record<string, Dialect>> = { "better-sqlite3": sqliteDialect, postgres: postgresDialect };

/** Returns the SQL dialect for the database type of a data source. */
export function dialectOf(source: DataSource): Dialect {
  const dialect = dialects[source.options.type];
  if (dialect) return dialect;
  throw new Error(`Unsupported database type: ${source.options.type}`);
}
