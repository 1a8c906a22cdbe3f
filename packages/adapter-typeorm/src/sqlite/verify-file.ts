import { notFound } from "@repute/domain";
import Database from "better-sqlite3";
import { databaseTooNew, notADatabase, notThisProgramsDatabase } from "../database-errors.js";
import { migrationNames } from "../migrations/migrations.js";
import { applicationId } from "./prepare-file.js";
import { sqliteCode } from "./sqlite-failure.js";

/** There is nothing to copy from. */
export const noDatabaseAt = (file: string) => notFound("no_database", `there is no database ${file}`);

/** Refuses a file that is not a whole and sound database of this program, of this version or an older one, under the name given. */
export function verifyFile(file: string, name: string): void {
  try {
    verify(file, name);
  } catch (error) {
    throw sqliteCode(error).startsWith("SQLITE_") ? notADatabase(name, error) : error;
  }
}

function verify(file: string, name: string): void {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    if (database.pragma("application_id", { simple: true }) !== applicationId) throw notThisProgramsDatabase(name);
    const verdict: unknown = database.pragma("integrity_check(1)", { simple: true });
    if (verdict !== "ok") throw notADatabase(name, verdict);
    const names = database.prepare("SELECT name FROM migrations").pluck().all() as string[];
    const unknown = names.find((migration) => !migrationNames.includes(migration));
    if (unknown !== undefined) throw databaseTooNew(name, unknown);
  } finally {
    database.close();
  }
}
