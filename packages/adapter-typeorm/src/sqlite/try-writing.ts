import type Database from "better-sqlite3";
import { isBusy } from "./sqlite-failure.js";

/** Size of the row that is tried, in characters: more than one page, so that it needs free pages. */
const size = 32_768;

const tryRoom = `SAVEPOINT room;
  INSERT INTO jobs (name, holder, until, last_run) VALUES ('readiness', hex(zeroblob(${size / 2})), 0, 0);
  ROLLBACK TO room;`;

/**
 * Throws unless the connection can write. A row that is rolled back shows that the file may grow. A commit of one page
 * shows that the disk takes the write-ahead log; it stores a number that the file has already. While somebody writes,
 * nothing is tried, because the attempt would have to wait.
 */
export function tryWriting(raw: Database.Database): void {
  if (raw.inTransaction || !begin(raw)) return;
  try {
    raw.exec(tryRoom);
    raw.pragma(`user_version = ${Number(raw.pragma("user_version", { simple: true }))}`);
    raw.exec("COMMIT");
  } finally {
    if (raw.inTransaction) raw.exec("ROLLBACK");
  }
}

/** Returns whether the write lock was free. */
function begin(raw: Database.Database): boolean {
  try {
    raw.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
