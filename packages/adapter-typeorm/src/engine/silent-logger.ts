import type { Logger } from "typeorm";

const nothing = () => {};

/**
 * Logs nothing. The default logger of TypeORM would print statements with their values, and mix failed migrations into
 * the output of a command.
 */
export const silentLogger: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};
