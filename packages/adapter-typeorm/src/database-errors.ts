import type { DomainError } from "@repute/domain";
import { invalid, unavailable } from "@repute/domain";

/** Another process has kept the database to itself for too long. */
export const databaseBusy = (cause?: unknown): DomainError =>
  unavailable("database_busy", "the database is busy; try again in a moment", cause);

/** The disk is full, the file is gone or broken, or the like. */
export const databaseFailed = (cause: unknown): DomainError =>
  unavailable("database_failed", "the database cannot be used at the moment", cause);

export const databaseClosed = (): DomainError => unavailable("database_closed", "the database has been closed");

export const databaseNotMigrated = (pending: number): DomainError =>
  unavailable(
    "database_not_migrated",
    `the database is not up to date: ${pending} migration(s) have to be applied first`,
  );

export const databaseTooNew = (file: string, unknown: string): DomainError =>
  unavailable(
    "database_too_new",
    `the database ${file} was made by a newer version (it has ${unknown}); use that version`,
  );

export const notThisProgramsDatabase = (file: string): DomainError =>
  unavailable("database_not_ours", `${file} is a database of another program`);

export const notADatabase = (file: string, cause: unknown): DomainError =>
  unavailable("not_a_database", `${file} is not a database file, or it is damaged`, cause);

export const databaseUnwritable = (path: string, cause: unknown): DomainError =>
  unavailable("database_unwritable", `${path} cannot be written to${reasonOf(cause)}`, cause);

export const invalidDatabaseUrl = (message: string): DomainError => invalid("invalid_database_url", message);

const reasonOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? ` (${String(cause.code)})` : "";
