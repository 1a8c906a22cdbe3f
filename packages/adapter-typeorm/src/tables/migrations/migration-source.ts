import type { DataSource, DataSourceOptions, Logger } from "typeorm";
import { migrations } from "./migrations.js";

/**
 * Returns a TypeORM data source for migrations, on a connection of the caller.
 * Loads TypeORM only here, because that takes longer than most commands.
 */
export async function migrationSource(
  database: Exclude<DataSourceOptions, "migrations" | "logger">,
): Promise<DataSource> {
  const { DataSource } = await import("typeorm");
  return new DataSource({ ...database, migrations: [...migrations], logger: silentLogger }).initialize();
}

/** Constructor that returns `connection`, so that TypeORM uses this connection instead of opening its own. */
export const constructorOf = (connection: object) =>
  function open() {
    return connection;
  };

/** Unwraps an error of TypeORM, because it contains statement values, which must not be logged. */
export const driverErrorOf = (error: unknown): unknown =>
  error instanceof Error && "driverError" in error ? error.driverError : error;

const nothing = () => {};

/**
 * Logger that logs nothing. TypeORM's default logger would print statements with their values.
 * It would also mix failed migrations into the output of commands.
 */
const silentLogger: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};
