import { migrationNames } from "../tables/migrations/migrations.js";
import type { Database, DatabaseOptions } from "./database.js";

type MigrateOptions = Pick<DatabaseOptions, "migrate" | "onMigrated">;

/** Applies pending migrations to a newly opened database if its options request this. */
export async function migrateOnOpen(
  database: Pick<Database, "migrate">,
  pending: readonly string[],
  { migrate, onMigrated }: MigrateOptions,
): Promise<void> {
  const isNew = pending.length === migrationNames.length;
  if (pending.length === 0 || !(migrate === "new" ? isNew : migrate)) return;
  const applied = await database.migrate();
  if (applied.length > 0) onMigrated?.({ isNew, applied });
}
