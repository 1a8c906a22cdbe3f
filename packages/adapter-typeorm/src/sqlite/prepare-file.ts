import { accessSync, closeSync, constants, openSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { databaseUnwritable, notADatabase, notThisProgramsDatabase } from "../database-errors.js";
import { makeFolder } from "./make-folder.js";
import { sqliteCode } from "./sqlite-failure.js";
import { whileBusy } from "./while-busy.js";

/** "Rpte": marks a file as a database of this program. */
export const applicationId = 0x52707465;

/** Large pages suit lists that are read from one end to the other. */
const pageSize = 16_384;

/** Makes the file, and the folder it is in, when they are not there; refuses a file that is something else. */
export async function prepareFile(file: string, patience: number): Promise<void> {
  try {
    makeFolder(dirname(file));
    accessSync(dirname(file), constants.W_OK);
    makeFile(file);
  } catch (error) {
    throw databaseUnwritable(file, error);
  }
  try {
    await whileBusy(patience, () => prepare(file));
  } catch (error) {
    throw explain(file, error);
  }
}

/** It will hold patients' data: only its owner may read it. SQLite gives the files beside it the same rights. */
function makeFile(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}

function prepare(file: string): void {
  const database = new Database(file, { timeout: 0 });
  try {
    const isNew = database.pragma("page_count", { simple: true }) === 0;
    if (isNew) database.pragma(`page_size = ${pageSize}`);
    if (isNew) database.pragma(`application_id = ${applicationId}`);
    if (database.pragma("application_id", { simple: true }) !== applicationId) throw notThisProgramsDatabase(file);
    database.pragma("journal_mode = WAL");
  } finally {
    database.close();
  }
}

function explain(file: string, error: unknown): unknown {
  const code = sqliteCode(error);
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return notADatabase(file, error);
  return /^SQLITE_(CANTOPEN|READONLY|PERM|IOERR|FULL)/.test(code) ? databaseUnwritable(file, error) : error;
}
