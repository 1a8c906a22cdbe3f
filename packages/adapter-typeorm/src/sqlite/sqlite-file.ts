import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isDomainError } from "@repute/domain";
import Database from "better-sqlite3";
import {
  databaseDamaged,
  databaseFull,
  databaseReplaced,
  databaseUnwritable,
  notADatabase,
  notThisProgramsDatabase,
  sqliteNotLoaded,
} from "../database-errors.js";
import { isFull, isNotLoaded, sqliteCode } from "./sqlite-failure.js";
import { whileBusy } from "./sqlite-transaction.js";

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

/** Shared lock that prevents other processes from getting exclusive access to a database file. */
export type OpenMark = { close(): void };

/**
 * Marks a database as open, so that other processes cannot get exclusive access.
 * The mark is a shared lock on an empty file beside the database, so it also works if the database is damaged.
 * The mark ends with the process. Throws `SQLITE_BUSY` while another process has exclusive access.
 */
function markOpen(file: string): OpenMark {
  const mark = connectMark(file);
  try {
    mark.exec("BEGIN");
    mark.prepare("SELECT count(*) FROM sqlite_master").get();
  } catch (error) {
    mark.close();
    throw error;
  }
  return { close: () => void mark.close() };
}

/** Runs `work` with exclusive access to the database. Throws `SQLITE_BUSY` if any process has the database open. */
export function whileClosed<T>(file: string, work: () => T): T {
  const mark = connectMark(file);
  try {
    mark.exec("BEGIN EXCLUSIVE");
    return work();
  } finally {
    mark.close();
  }
}

function connectMark(file: string): Database.Database {
  const name = `${file}.lock`;
  makeFile(name);
  return new Database(name, { timeout: 0 });
}

/**
 * Returns a check that a path still refers to the file that was opened.
 * The check throws `database_replaced` if the file was moved, deleted or replaced, because later writes would be lost.
 */
export function sameFileAs(file: string): () => void {
  const names = [file, `${file}-wal`];
  const opened = names.map(identityOf);
  return () => {
    if (names.some((name, index) => identityOf(name) !== opened[index])) throw databaseReplaced();
  };
}

function identityOf(name: string): string | undefined {
  const found = statSync(name, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/**
 * Creates an empty file that only its owner can access. Returns false if the file already exists.
 * An existing file is not opened, because closing it would release this process's locks on the file.
 */
export function makeFile(file: string): boolean {
  try {
    closeSync(openSync(file, "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Creates a folder and its parents, one level at a time.
 * Node's recursive mode never returns on file systems that refuse new folders, such as `/proc`.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}
