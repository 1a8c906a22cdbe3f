import { databaseBusy, databaseDamaged, databaseFailed, databaseFull } from "../database-errors.js";

/**
 * Error codes for a full disk.
 * SQLite reports IOERR_SHMSIZE if the disk has no space for the shared-memory index of the log.
 */
const full = /^(SQLITE_(FULL|IOERR_SHMSIZE)|ENOSPC)/;
const outside = /^SQLITE_(IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

/** Returns the error code of the SQLite driver, or an empty string for other errors. */
export const sqliteCode = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";

export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));

/** Returns true if an error means that the database file is damaged. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));

/** Returns true if an error of SQLite or of the operating system means that the disk is full. */
export const isFull = (error: unknown): boolean => full.test(sqliteCode(error));

/** Returns true if Node.js cannot load the driver's binary, which is built for one version of Node.js. */
export const isNotLoaded = (error: unknown): boolean =>
  sqliteCode(error) === "ERR_DLOPEN_FAILED" || /^(Error: )?Could not locate the bindings file/.test(String(error));

/** Runs `work`, and converts its errors with `sqliteFailure`. */
export async function orFailure<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw sqliteFailure(error);
  }
}

/** Converts an error of a statement to a `DomainError`. */
export function sqliteFailure(error: unknown): unknown {
  if (isBusy(error)) return databaseBusy(error);
  if (isDamage(error)) return databaseDamaged(error);
  if (isFull(error)) return databaseFull(error);
  return outside.test(sqliteCode(error)) ? databaseFailed(error) : error;
}
