import { migrationNames } from "../tables/migrations/migrations.js";
import { databaseTooNew, databaseUnreleased } from "./database-errors.js";

/** First migration of the builds before the first release. */
const unreleased = "FirstRelease1780000000000";

/**
 * Returns the names of the migrations that are missing in `applied`. `database` identifies the database in errors.
 * Throws `database_unreleased` if a build before the first release created the database, and `database_too_new` if a
 * newer version has migrated it.
 */
export function missingAfter(applied: readonly string[], database: string): readonly string[] {
  if (applied.includes(unreleased)) throw databaseUnreleased(database);
  const unknown = applied.find((name) => !migrationNames.includes(name));
  if (unknown !== undefined) throw databaseTooNew(database, unknown);
  return migrationNames.filter((name) => !applied.includes(name));
}
