import { MigrationExecutor, QueryFailedError, type QueryRunner } from "typeorm";
import { notThisProgramsDatabase } from "../database/database-errors.js";
import { missingAfter } from "../database/missing-migrations.js";
import type { RawRow } from "../engine/session.js";
import { migrationNames } from "../tables/migrations/migrations.js";
import type { PostgresPool } from "./connect.js";
import { postgresFailure } from "./postgres-failure.js";
import { grantStatements, securityStatements } from "./row-security.js";
import { locally, migrationLock, withoutTimeouts } from "./transaction.js";

type Query = (sql: string) => Promise<RawRow[]>;

/** Maximum wait for migrations by another process, in milliseconds. */
const migrationPatience = 60_000;

/** Returns the names of pending migrations. Throws if the migrations of the database belong to another version. */
export async function missingMigrations(query: Query): Promise<readonly string[]> {
  const [table] = await query("SELECT to_regclass('migrations') IS NOT NULL AS found, current_database() AS name");
  if (!table?.["found"]) return migrationNames;
  const applied = (await query("SELECT name FROM migrations ORDER BY id")).map((row) => row["name"] as string);
  return missingAfter(applied, table["name"] as string);
}

/**
 * Applies all pending migrations in one transaction. A lock prevents other processes from migrating concurrently.
 * Also enables row-level security on every table that lacks it, and grants the permissions of `role`.
 */
export async function applyMigrations(owner: PostgresPool, role: string): Promise<readonly string[]> {
  const runner = owner.source.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(locally(withoutTimeouts));
    await runner.query(`SET LOCAL lock_timeout = ${migrationPatience}`);
    await runner.query(migrationLock);
    const applied = await migrate(runner);
    for (const statement of await securityStatements(runner)) await runner.query(statement);
    for (const statement of await grantStatements(runner, role)) await runner.query(statement);
    await runner.commitTransaction();
    return applied;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw migrationFailure(error, String(owner.source.driver.database));
  } finally {
    await runner.release();
  }
}

async function migrate(runner: QueryRunner): Promise<readonly string[]> {
  await missingMigrations((sql) => runner.query(sql) as Promise<RawRow[]>);
  const executor = new MigrationExecutor(runner.dataSource, runner);
  executor.transaction = "none";
  return (await executor.executePendingMigrations()).map(({ name }) => name);
}

/** SQLSTATE for a table that already exists. It then belongs to another program that uses the database. */
const duplicateTable = "42P07";

function migrationFailure(error: unknown, name: string): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const isForeign = cause instanceof Error && "code" in cause && cause.code === duplicateTable;
  return isForeign ? notThisProgramsDatabase(`the database ${name}`) : postgresFailure(cause);
}
