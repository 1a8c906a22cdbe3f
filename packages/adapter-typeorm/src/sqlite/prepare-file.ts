import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { isDomainError } from "@repute/domain";
import Database from "better-sqlite3";
import {
  databaseDamaged,
  databaseFull,
  databaseUnwritable,
  notADatabase,
  notThisProgramsDatabase,
  sqliteNotLoaded,
} from "../database/database-errors.js";
import { makeFile } from "./make-file.js";
import { makeFolder } from "./make-folder.js";
import { markOpen, type OpenMark } from "./open-mark.js";
import { isFull, isNotLoaded, sqliteCode } from "./sqlite-failure.js";
import { whileBusy } from "./while-busy.js";

/** SQLite application ID of Repute databases: "Rpte" in ASCII. */
export const applicationId = 0x52707465;

/** Page size of new databases, in bytes. With larger pages, each commit would write several times as many bytes. */
const pageSize = 4_096;

/**
 * Creates the file and its folder if they do not exist, and marks the database as open.
 * Throws `database_not_ours` or `not_a_database` if the file is not a Repute database.
 */
export async function prepareFile(file: string, patience: number): Promise<OpenMark> {
  const mark = await reachFile(file, patience);
  try {
    await whileBusy(patience, () => prepare(file));
    return mark;
  } catch (error) {
    mark.close();
    throw explain(file, error);
  }
}

async function reachFile(file: string, patience: number): Promise<OpenMark> {
  try {
    makeFolder(dirname(file));
    accessSync(dirname(file), constants.W_OK);
    const mark = await whileBusy(patience, () => markOpen(file));
    // Only the owner may access the database file, because it will contain patient data.
    // SQLite gives its log files the same permissions as the database file.
    makeFile(file);
    return mark;
  } catch (error) {
    if (isDomainError(error)) throw error;
    throw reachFailure(file, error);
  }
}

function reachFailure(file: string, error: unknown): unknown {
  if (isNotLoaded(error)) return sqliteNotLoaded(error);
  return isFull(error) ? databaseFull(error) : databaseUnwritable(file, error);
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
  if (code.startsWith("SQLITE_NOTADB")) return notADatabase(file, error);
  if (code.startsWith("SQLITE_CORRUPT")) return databaseDamaged(error, file);
  if (isFull(error)) return databaseFull(error);
  return /^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)/.test(code) ? databaseUnwritable(file, error) : error;
}
