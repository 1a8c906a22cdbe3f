import Database from "better-sqlite3";
import { makeFile } from "./make-file.js";

/** What keeps others from having a database alone. */
export type OpenMark = { close(): void };

/**
 * Marks a database as open, for all processes and whatever state its file is in: a shared lock on an empty file beside it,
 * which ends with the process. Throws `SQLITE_BUSY` while somebody has the database alone.
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

/** Runs `work` while nobody has the database open, nor opens it. Throws `SQLITE_BUSY` when somebody has. */
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
