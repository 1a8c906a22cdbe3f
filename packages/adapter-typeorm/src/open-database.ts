import type { Database, DatabaseOptions } from "./database.js";
import { databaseFile } from "./database-url.js";
import { openSqlite } from "./sqlite/open-sqlite.js";
import { systemClock } from "./system-clock.js";

/**
 * Opens the database that a URL names, and makes it when it is not there. Whatever stands in the way (a wrong URL, a
 * folder that cannot be written to, a file that is something else, a newer database) is one `DomainError`.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, migrate = false, clock = systemClock, readers = 4, lists = 32, patience = 5_000 } = options;
  return openSqlite({ file: databaseFile(url), migrate, clock, readers, lists, patience });
}
