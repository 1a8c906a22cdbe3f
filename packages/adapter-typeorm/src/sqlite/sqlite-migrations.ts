import { missingAfter } from "../database/missing-migrations.js";
import type { Session } from "../engine/session.js";
import type { SqliteConnection } from "./connect.js";
import { transaction } from "./transaction.js";

async function appliedMigrations(session: Session): Promise<readonly string[]> {
  const [table] = await session.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'");
  if (!table) return [];
  return (await session.query("SELECT name FROM migrations ORDER BY id")).map((row) => row["name"] as string);
}

/** Returns the names of pending migrations. Throws if the migrations of the database belong to another version. */
export async function missingMigrations(session: Session, file: string): Promise<readonly string[]> {
  return missingAfter(await appliedMigrations(session), file);
}

/**
 * Applies all pending migrations in one transaction. Acquires no lock if none is pending.
 * Foreign keys are disabled during migrations, because SQLite can rebuild a table only by dropping it.
 * They are checked before the commit.
 */
export async function applyMigrations(writer: SqliteConnection, file: string, patience: number) {
  const { raw, session, source } = writer;
  if ((await missingMigrations(session, file)).length === 0) return [];
  raw.pragma("foreign_keys = OFF");
  try {
    return await transaction(raw, patience, async () => {
      await missingMigrations(session, file);
      const applied = await source.runMigrations({ transaction: "none" });
      const [broken] = applied.length > 0 ? (raw.pragma("foreign_key_check") as unknown[]) : [];
      if (broken) throw new Error("A migration left rows that violate foreign keys");
      return applied.map(({ name }) => name);
    });
  } finally {
    raw.pragma("foreign_keys = ON");
  }
}
