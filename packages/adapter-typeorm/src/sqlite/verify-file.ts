import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { notFound } from "@repute/domain";
import Database from "better-sqlite3";
import { databaseDamaged, databaseFull, notADatabase, notThisProgramsDatabase } from "../database-errors.js";
import { databaseFile } from "../database-url.js";
import { checkSchema } from "./check-schema.js";
import type { WrittenFile } from "./part-file.js";
import { applicationId } from "./prepare-file.js";
import { isFull, sqliteCode } from "./sqlite-failure.js";

/** There is nothing to copy from. */
export const noDatabaseAt = (file: string) => notFound("no_database", `there is no database at ${file}`);

/**
 * Checks the whole of an embedded database, also while it is in use, or of the backup that `file` names: every page and
 * index of it, and that no row points nowhere. Throws `database_damaged` with the first things that are wrong.
 */
export function verifyDatabase(url: string, file?: string): WrittenFile {
  const checked = file === undefined ? databaseFile(url) : resolve(file);
  if (!existsSync(checked)) throw noDatabaseAt(checked);
  verifyFile(checked, checked);
  return { file: checked, bytes: statSync(checked).size };
}

/** Refuses a file that is not a whole and sound database of this program, of this version or an older one, under the name given. */
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

/** So many faults are told: the first ones show where to look. */
const mostTold = 3;

function verify(file: string, name: string): void {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    if (database.pragma("application_id", { simple: true }) !== applicationId) throw notThisProgramsDatabase(name);
    checkSchema(database, name);
    const verdicts = database.pragma(`integrity_check(${mostTold})`) as readonly { readonly integrity_check: string }[];
    const told = verdicts.map(({ integrity_check: verdict }) => verdict);
    if (told.join() !== "ok") throw databaseDamaged(told.join("; "), name, told);
    const astray = database.pragma("foreign_key_check") as readonly {
      readonly table: string;
      readonly parent: string;
    }[];
    const rows = [...new Set(astray.map(({ table, parent }) => `rows of ${table} refer to missing rows of ${parent}`))];
    if (rows.length > 0) throw databaseDamaged(rows.join("; "), name, rows.slice(0, mostTold));
  } finally {
    database.close();
  }
}
