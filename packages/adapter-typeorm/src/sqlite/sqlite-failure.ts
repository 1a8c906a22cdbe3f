import { QueryFailedError } from "typeorm";
import { databaseBusy, databaseDamaged, databaseFailed, databaseFull } from "../database/database-errors.js";

/** SQLite reports a full disk as SHMSIZE if it cannot enlarge the index of the write-ahead log. */
const full = /^(SQLITE_(FULL|IOERR_SHMSIZE)|ENOSPC)/;
const outside = /^SQLITE_(IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

/** Returns the error code of the driver, or an empty string. */
export const sqliteCode = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";

export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));

/** Whether the content of a database file is damaged. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));

/** Whether the disk was full, as reported by SQLite or the operating system. */
export const isFull = (error: unknown): boolean => full.test(sqliteCode(error));

/** Runs `work` and converts its errors with `sqliteFailure`. */
export async function orFailure<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw sqliteFailure(error);
  }
}

/**
 * Converts an error of a statement to a `DomainError`. Errors of TypeORM are unwrapped, because they carry statement
 * values, which must not reach a log.
 */
export function sqliteFailure(error: unknown): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (isBusy(cause)) return databaseBusy(cause);
  if (isDamage(cause)) return databaseDamaged(cause);
  if (isFull(cause)) return databaseFull(cause);
  return outside.test(sqliteCode(cause)) ? databaseFailed(cause) : cause;
}
