import { defined } from "@repute/domain";
import type { Database, DatabaseOptions } from "./database.js";
import { databaseFile, isPostgresUrl, postgresUrl } from "./database-url.js";
import { openPostgres } from "./postgres/open-postgres.js";
import { openSqlite } from "./sqlite/open-sqlite.js";
import { systemClock } from "./system-clock.js";

/** Twice what a log keeps when it starts over. */
const mostLog = 134_217_728;

/**
 * Opens the database that a URL names; one in a file is made when it is not there. Whatever stands in the way (a wrong
 * URL, a folder that cannot be written to, a server that does not answer, a newer database) is one `DomainError`.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, migrate = false, clock = systemClock, readers = 4, writers = 4, lists = 32, patience = 5_000 } = options;
  const listsPerAccount = shareOf(lists, options.listsPerAccount);
  const decided = {
    migrate,
    clock,
    readers,
    lists,
    listsPerAccount,
    patience,
    ...defined({ onMigrated: options.onMigrated }),
  };
  if (!isPostgresUrl(url))
    return openSqlite({ ...decided, file: databaseFile(url), mostLog: options.mostLog ?? mostLog });
  const migrationUrl = postgresUrl(options.migrationUrl ?? url);
  return openPostgres({ ...decided, url: postgresUrl(url), migrationUrl, writers });
}

/** How many of the lists an account may read: so many as wanted, and at most half, so that there is room for others. */
function shareOf(lists: number, wanted = Infinity): number {
  return Math.min(wanted, Math.max(1, Math.floor(lists / 2)));
}
