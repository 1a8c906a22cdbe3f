import type { DataSource, QueryRunner } from "typeorm";
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

/** Works on each account alone, because row-level security on PostgreSQL also limits the owner of the tables. */
export async function forEachAccount(runner: QueryRunner, work: (account: string) => Promise<unknown>): Promise<void> {
  const accounts = (await runner.query("SELECT id FROM accounts ORDER BY id")) as { readonly id: number | string }[];
  for (const { id } of accounts) {
    const account = String(BigInt(id));
    if (runner.dataSource.options.type === "postgres") {
      await runner.query("SELECT set_config('app.account_id', $1, true)", [account]);
    }
    await work(account);
  }
}
