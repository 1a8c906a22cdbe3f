import type Database from "better-sqlite3";
import { sqliteFailure } from "./sqlite-failure.js";
import { whileBusy } from "./while-busy.js";

/**
 * Runs `work` as one transaction that may write, once no other process writes. The lock is taken at the beginning:
 * a transaction that only takes it when it first writes fails at once if another process wrote meanwhile.
 */
export async function transaction<T>(raw: Database.Database, patience: number, work: () => Promise<T>): Promise<T> {
  await whileBusy(patience, () => raw.exec("BEGIN IMMEDIATE"));
  try {
    const result = await work();
    raw.exec("COMMIT");
    return result;
  } catch (error) {
    if (raw.inTransaction) raw.exec("ROLLBACK");
    throw sqliteFailure(error);
  }
}

/** Runs `work` on one committed state of the database. */
export async function snapshot<T>(raw: Database.Database, work: () => Promise<T>): Promise<T> {
  raw.exec("BEGIN");
  try {
    return await work();
  } finally {
    if (raw.inTransaction) raw.exec("ROLLBACK");
  }
}
