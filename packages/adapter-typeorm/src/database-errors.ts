import type { DomainError } from "@repute/domain";
import { invalid, unavailable } from "@repute/domain";

/** Another process has kept the database to itself for too long. */
export const databaseBusy = (cause?: unknown): DomainError =>
  unavailable("database_busy", "the database is busy; try again in a moment", cause);

/** The disk is full, or the like. */
export const databaseFailed = (cause: unknown): DomainError =>
  unavailable("database_failed", "the database cannot be used at the moment", cause);

/** As many lists are read as may be, in all or for one account. */
export const tooManyLists = (): DomainError =>
  unavailable("too_many_lists", "too many lists are being read; try again in a moment");

/** A list was read too slowly: its connection or its snapshot was needed. */
export const listCutOff = (): DomainError =>
  unavailable("list_cut_off", "the list was read too slowly while other lists or writes waited; read it again");

/** The file that was opened has lost its name. */
export const databaseReplaced = (): DomainError =>
  unavailable(
    "database_replaced",
    "the database file was moved, removed or replaced since it was opened; restart the service to use what is there now",
  );

/** What a file holds cannot be read as it was written; `told` says what of it. */
export const databaseDamaged = (cause: unknown, name = "the database", told: readonly string[] = []): DomainError => {
  const what = told.length > 0 ? ` (${told.join("; ").replaceAll(/\s+/g, " ")})` : "";
  return unavailable("database_damaged", `${name} is damaged${what}${remedy}`, cause);
};

const remedy = '; "repute verify" tells how far, "repute restore" brings back a backup';

const maxNamed = 3;

/** The schema is not the one that the migrations create. The names come from the file: they are cut, and shown without control characters. */
export function databaseForeign(name: string, objects: readonly string[]): DomainError {
  const shown = objects.slice(0, maxNamed).map((object) => object.slice(0, 80).replaceAll(/[^ -~]/g, "?"));
  const more = objects.length > maxNamed ? ` and ${objects.length - maxNamed} more` : "";
  const what = shown.length > 0 ? ` It holds objects that Repute did not create: ${shown.join(", ")}${more}.` : "";
  return unavailable(
    "database_foreign",
    `${name} is refused because its schema was changed by another program.${what} Restore a backup that Repute made.`,
  );
}

/** The server of the database cannot be reached, or ended the conversation. */
export const databaseUnreachable = (cause: unknown): DomainError =>
  unavailable("database_unreachable", `the database server cannot be reached${reasonOf(cause)}`, cause);

/** What was said to the server with one statement is not known to it with the next. */
export const databaseSessionShared = (): DomainError =>
  unavailable(
    "database_session_shared",
    "a pooler gives each transaction another connection to the database; PgBouncer has to run with pool_mode = session, or leave it out",
  );

/** The server is not who it says it is, as far as anybody can tell. */
export const databaseUntrusted = (cause: unknown): DomainError =>
  unavailable(
    "database_untrusted",
    `the certificate of the database server is not trusted${reasonOf(cause)}; sslrootcert has to name its authority, and it has to name the host of the URL`,
    cause,
  );

export const databaseLoginRefused = (cause: unknown): DomainError =>
  unavailable("database_login_refused", "the database server refused the user or the password", cause);

export const databaseAbsent = (cause: unknown): DomainError =>
  unavailable("database_absent", "the database server has no database of that name", cause);

/** The tables belong to somebody else, who has not granted their use. */
export const databaseForbidden = (cause: unknown): DomainError =>
  unavailable(
    "database_forbidden",
    "the database role may not do this: apply the migrations as the role that owns the tables (MIGRATION_DATABASE_URL)",
    cause,
  );

/** The connection broke while a unit of work was being committed. */
export const commitUnknown = (cause: unknown): DomainError =>
  unavailable("commit_unknown", "the database was lost in the moment of storing: it may or may not have stored", cause);

export const databaseClosed = (): DomainError => unavailable("database_closed", "the database has been closed");

export const databaseNotMigrated = (pending: number): DomainError =>
  unavailable(
    "database_not_migrated",
    `the database is not up to date: ${pending} migration(s) have to be applied first`,
  );

export const databaseTooNew = (name: string, unknown: string): DomainError =>
  unavailable(
    "database_too_new",
    `the database ${name} was made by a newer version (it has ${unknown}); use that version`,
  );

export const notThisProgramsDatabase = (name: string): DomainError =>
  unavailable("database_not_ours", `${name} is a database of another program`);

export const notADatabase = (file: string, cause: unknown): DomainError =>
  unavailable("not_a_database", `${file} is not a database file, or it is damaged${remedy}`, cause);

export const databaseUnwritable = (path: string, cause: unknown): DomainError =>
  unavailable("database_unwritable", `${path} cannot be written to${reasonOf(cause)}`, cause);

/** Files are copied; servers have ways of their own. */
export const notEmbedded = (): DomainError =>
  invalid(
    "database_not_embedded",
    "this is done with a database in a file only; PostgreSQL has pg_dump and pg_restore",
  );

/** A file that `sslrootcert`, `sslcert` or `sslkey` names cannot be read. */
export const databaseCertificateMissing = (cause: unknown): DomainError =>
  unavailable(
    "database_certificate_missing",
    `a file with a certificate or key that the database URL names cannot be read${reasonOf(cause)}`,
    cause,
  );

export const invalidDatabaseUrl = (message: string): DomainError => invalid("invalid_database_url", message);

const reasonOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? ` (${String(cause.code)})` : "";
