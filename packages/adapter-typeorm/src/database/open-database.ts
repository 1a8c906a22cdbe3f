import { defined } from "@repute/domain";
import { openPostgres } from "../postgres/open-postgres.js";
import { openSqlite } from "../sqlite/open-sqlite.js";
import { databaseFile, isPostgresUrl, postgresUrl } from "./database-url.js";
import type { Database, DatabaseOptions } from "./database.js";
import { systemClock } from "./system-clock.js";

/** Default of `DatabaseOptions.maxLogBytes` in bytes: twice the size to which SQLite truncates the log. */
const maxLogBytes = 134_217_728;

/**
 * Opens the database at a URL. Creates the SQLite file if it does not exist.
 * Throws a `DomainError` for every problem, such as an invalid URL, an unreachable server or a newer database version.
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
    return openSqlite({ ...decided, file: databaseFile(url), maxLogBytes: options.maxLogBytes ?? maxLogBytes });
  const migrationUrl = postgresUrl(options.migrationUrl ?? url);
  return openPostgres({ ...decided, url: postgresUrl(url), migrationUrl, writers });
}

/** Returns how many lists one account may read at a time: at most half of the lists that all accounts may read. */
function shareOf(lists: number, wanted = Infinity): number {
  return Math.min(wanted, Math.max(1, Math.floor(lists / 2)));
}
