import Database from "better-sqlite3";
import { makeFile } from "./make-file.js";

/** A shared lock that prevents exclusive access to a database. */
export type OpenMark = { close(): void };

/**
 * Marks a database as open for all processes, even if its file is damaged. The mark is a shared lock on an empty file
 * beside the database, and ends with the process. Throws `SQLITE_BUSY` while another process has exclusive access.
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

/** Runs `work` with exclusive access to the database. Throws `SQLITE_BUSY` if the database is open. */
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
