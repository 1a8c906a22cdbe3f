import { databaseTooNew } from "../database-errors.js";
import { migrationNames } from "../migrations/migrations.js";
import type { Session } from "../session.js";
import type { SqliteConnection } from "./connect.js";
import { transaction } from "./transaction.js";

/** The names of the migrations that a database has had. */
async function appliedMigrations(session: Session): Promise<readonly string[]> {
  const [table] = await session.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'");
  if (!table) return [];
  return (await session.query("SELECT name FROM migrations ORDER BY id")).map((row) => row["name"] as string);
}

/** The names of the migrations that a database still needs; one from a newer version is refused. */
export async function missingMigrations(session: Session, file: string): Promise<readonly string[]> {
  const applied = await appliedMigrations(session);
  const unknown = applied.find((name) => !migrationNames.includes(name));
  if (unknown !== undefined) throw databaseTooNew(file, unknown);
  return migrationNames.filter((name) => !applied.includes(name));
}

/**
 * Applies what is missing as one transaction, and locks nobody out when nothing is. Foreign keys are off meanwhile,
 * because a table can only be rebuilt by dropping it, and checked as a whole before the end.
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
