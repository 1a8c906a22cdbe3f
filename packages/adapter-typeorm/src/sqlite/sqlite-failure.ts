import { QueryFailedError } from "typeorm";
import { databaseBusy, databaseDamaged, databaseFailed, databaseFull } from "../database-errors.js";

/** SQLite reports a full disk as SHMSIZE when it cannot enlarge the index of the write-ahead log. */
const full = /^(SQLITE_(FULL|IOERR_SHMSIZE)|ENOSPC)/;
const outside = /^SQLITE_(IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

/** The driver's own error code, when there is one. */
export const sqliteCode = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";

export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));

/** Whether what a file holds cannot be read as it was written. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));

/** Whether the disk was full, for SQLite or for the operating system. */
export const isFull = (error: unknown): boolean => full.test(sqliteCode(error));

/** Runs `work`; what it throws becomes what is answered instead. */
export async function orFailure<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw sqliteFailure(error);
  }
}

/** What a failed statement is answered with. TypeORM's error carries the statement's values, which no log may see. */
export function sqliteFailure(error: unknown): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (isBusy(cause)) return databaseBusy(cause);
  if (isDamage(cause)) return databaseDamaged(cause);
  if (isFull(cause)) return databaseFull(cause);
  return outside.test(sqliteCode(cause)) ? databaseFailed(cause) : cause;
}
