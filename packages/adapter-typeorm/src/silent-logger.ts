import type { Logger } from "typeorm";

const nothing = () => {};

/** Says nothing: TypeORM would print statements with their values, and failed migrations among a command's answers. */
export const silentLogger: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};
