import Database from "better-sqlite3";
import { makeFile } from "./make-file.js";

/** Shared lock that prevents other processes from getting exclusive access to a database file. */
export type OpenMark = { close(): void };

/**
 * Marks a database as open, so that other processes cannot get exclusive access.
 * The mark is a shared lock on an empty file beside the database, so it also works if the database is damaged.
 * The mark ends with the process. Throws `SQLITE_BUSY` while another process has exclusive access.
 */
export function markOpen(file: string): OpenMark {
  const mark = connect(file);
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
  const mark = connect(file);
  try {
    mark.exec("BEGIN EXCLUSIVE");
    return work();
  } finally {
    mark.close();
  }
}

function connect(file: string): Database.Database {
  const name = `${file}.lock`;
  makeFile(name);
  return new Database(name, { timeout: 0 });
}
