import type Database from "better-sqlite3";
import { isBusy } from "./sqlite-failure.js";

/** Size of the test row in characters. It exceeds one page, so that the insert needs free pages. */
const size = 32_768;

const tryRoom = `SAVEPOINT room;
  INSERT INTO jobs (name, holder, until, last_run) VALUES ('readiness', hex(zeroblob(${size / 2})), 0, 0);
  ROLLBACK TO room;`;

/**
 * Throws if the connection cannot write. A row that is rolled back proves that the file can grow. A commit of one
 * unchanged number proves that the disk accepts the write-ahead log. Returns without a test if another writer holds the
 * lock, to avoid waiting.
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
