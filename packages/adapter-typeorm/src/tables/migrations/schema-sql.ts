import type { DataSource } from "typeorm";
import type { Dialect } from "../../engine.js";
import { postgresDialect } from "../../postgres/postgres-dialect.js";
import { sqliteDialect } from "../../sqlite/sqlite-dialect.js";

const dialects: Readonly<Record<string, Dialect>> = { "better-sqlite3": sqliteDialect, postgres: postgresDialect };

/** Returns the SQL dialect for the database type of a data source. */
export function dialectOf(source: DataSource): Dialect {
  const dialect = dialects[source.options.type];
  if (dialect) return dialect;
  throw new Error(`Unsupported database type: ${source.options.type}`);
}

/** Makes the database check foreign keys at the end of the transaction, so that statements can run in any order. */
const deferred = "DEFERRABLE INITIALLY DEFERRED";

/** Foreign key from a row to its account. */
export const ofAccount = `FOREIGN KEY (account_id) REFERENCES accounts (id) ${deferred}`;

/** Returns the SQL for a foreign key to a table. The referenced row must belong to the same account. */
export const within = (column: string, table: string) =>
  `FOREIGN KEY (account_id, ${column}) REFERENCES ${table} (account_id, id) ${deferred}`;
