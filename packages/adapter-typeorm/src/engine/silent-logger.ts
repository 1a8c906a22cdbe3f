import type { Logger } from "typeorm";

const nothing = () => {};

/**
 * Logger that logs nothing. TypeORM's default logger would print statements with their values.
 * It would also mix failed migrations into the output of commands.
 */
export const silentLogger: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};
