import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { notFound } from "@repute/domain";
import Database from "better-sqlite3";
import { databaseDamaged, databaseFull, notADatabase, notThisProgramsDatabase } from "../database/database-errors.js";
import { databaseFile } from "../database/database-url.js";
import { checkSchema } from "./check-schema.js";
import type { WrittenFile } from "./part-file.js";
import { applicationId } from "./prepare-file.js";
import { isFull, sqliteCode } from "./sqlite-failure.js";

export const noDatabaseAt = (file: string) => notFound("no_database", `there is no database at ${file}`);

/**
 * Verifies a SQLite database or a backup file. The database may be in use. Checks all pages, indexes and foreign keys.
 * Throws `database_damaged` with the first faults.
 */
export function verifyDatabase(url: string, file?: string): WrittenFile {
  const checked = file === undefined ? databaseFile(url) : resolve(file);
  if (!existsSync(checked)) throw noDatabaseAt(checked);
  verifyFile(checked, checked);
  return { file: checked, bytes: statSync(checked).size };
}

/** Throws if a file is not an intact Repute database of the current or an older version. `name` is used in errors. */
export function verifyFile(file: string, name: string): void {
  try {
    verify(file, name);
  } catch (error) {
    const code = sqliteCode(error);
    if (code.startsWith("SQLITE_NOTADB")) throw notADatabase(name, error);
    if (isFull(error)) throw databaseFull(error);
    throw code.startsWith("SQLITE_") ? databaseDamaged(error, name) : error;
  }
}

/** Maximum number of faults in an error message. */
const maxReported = 3;

function verify(file: string, name: string): void {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    if (database.pragma("application_id", { simple: true }) !== applicationId) throw notThisProgramsDatabase(name);
    checkSchema(database, name);
    const verdicts = database.pragma(`integrity_check(${maxReported})`) as readonly {
      readonly integrity_check: string;
    }[];
    const findings = verdicts.map(({ integrity_check: verdict }) => verdict);
    if (findings.join() !== "ok") throw databaseDamaged(findings.join("; "), name, findings);
    const astray = database.pragma("foreign_key_check") as readonly {
      readonly table: string;
      readonly parent: string;
    }[];
    const rows = [...new Set(astray.map(({ table, parent }) => `rows of ${table} refer to missing rows of ${parent}`))];
    if (rows.length > 0) throw databaseDamaged(rows.join("; "), name, rows.slice(0, maxReported));
  } finally {
    database.close();
  }
}
