import type Database from "better-sqlite3";
import { isBusy } from "./sqlite-failure.js";

/** Size of the test row in characters. It needs more pages than a submission, so that the test fails first. */
const size = 131_072;

/** With `secure_delete`, the commit writes the pages of the deleted row to the write-ahead log. */
const tryRoom = `INSERT INTO jobs (name, holder, until, last_run) VALUES ('readiness', hex(zeroblob(${size / 2})), 0, 0);
  DELETE FROM jobs WHERE name = 'readiness';
  COMMIT`;

/**
 * Throws if the connection cannot write. Commits a transaction that adds and deletes a row, which proves that the disk
 * accepts the write-ahead log. Returns without a test if another writer holds the lock, to avoid waiting.
 */
export function tryWriting(raw: Database.Database): void {
  if (raw.inTransaction || !begin(raw)) return;
  try {
    raw.exec(tryRoom);
  } finally {
    if (raw.inTransaction) raw.exec("ROLLBACK");
  }
}

/** Takes the write lock. Returns false if another connection holds it. */
function begin(raw: Database.Database): boolean {
  try {
    raw.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
