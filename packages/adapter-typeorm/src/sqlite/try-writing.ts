import type Database from "better-sqlite3";
import { isBusy } from "./sqlite-failure.js";

/**
 * Size of the test row in characters.
 * The row needs more pages than a submission, so the test fails before a submission does.
 */
const size = 131_072;

/**
 * Statements that write and delete the test row.
 * With `secure_delete`, the commit writes the pages of the deleted row to the log.
 */
const tryRoom = `INSERT INTO jobs (name, holder, until, last_run) VALUES ('readiness', hex(zeroblob(${size / 2})), 0, 0);
  DELETE FROM jobs WHERE name = 'readiness';
  COMMIT`;

/**
 * Throws if the connection cannot write.
 * Commits a transaction that inserts and deletes a row, which proves that the disk accepts the write-ahead log.
 * If another writer has the lock, returns immediately without a test.
 */
export function tryWriting(raw: Database.Database): void {
  if (raw.inTransaction || !begin(raw)) return;
  try {
    raw.exec(tryRoom);
  } finally {
    if (raw.inTransaction) raw.exec("ROLLBACK");
  }
}

/** Acquires the write lock. Returns false if another connection has the lock. */
function begin(raw: Database.Database): boolean {
  try {
    raw.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
