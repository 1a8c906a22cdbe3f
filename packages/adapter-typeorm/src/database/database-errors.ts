import type { DomainError } from "@repute/domain";
import { invalid, unavailable } from "@repute/domain";

/** Another process held the database lock for too long. */
export const databaseBusy = (cause?: unknown): DomainError =>
  unavailable("database_busy", "the database is busy; try again in a moment", cause);

/** The disk is full. */
export const databaseFull = (cause: unknown): DomainError => unavailable("database_failed", "the disk is full", cause);

/** The file system or the database is read-only, or the disk reports errors. */
export const databaseFailed = (cause: unknown): DomainError =>
  unavailable("database_failed", "the database cannot be used at the moment", cause);

/** The limit of concurrent lists is reached, in total or for the account. */
export const tooManyLists = (): DomainError =>
  unavailable("too_many_lists", "too many lists are being read; try again in a moment");

/** A list was read too slowly, and its connection or snapshot was needed. */
export const listCutOff = (): DomainError =>
  unavailable("list_cut_off", "the list was read too slowly while other lists or writes were waiting; read it again");

/** The path no longer names the file that was opened. */
export const databaseReplaced = (): DomainError =>
  unavailable(
    "database_replaced",
    "the database file was moved, deleted or replaced while it was open; restart the service to open the current file",
  );

/** The content of the database file is damaged. `told` lists the faults. */
export const databaseDamaged = (cause: unknown, name = "the database", told: readonly string[] = []): DomainError => {
  const what = told.length > 0 ? ` (${told.join("; ").replaceAll(/\s+/g, " ")})` : "";
  return unavailable("database_damaged", `${name} is damaged${what}; ${remedy}`, cause);
};

const remedy = 'run "repute verify" to find the damage and "repute restore" to restore a backup';

const maxNamed = 3;

/**
 * The schema differs from the schema that the migrations create. Object names come from the file, so they are truncated
 * and shown without control characters.
 */
export function databaseForeign(name: string, objects: readonly string[]): DomainError {
  const shown = objects.slice(0, maxNamed).map((object) => object.slice(0, 80).replaceAll(/[^ -~]/g, "?"));
  const more = objects.length > maxNamed ? ` and ${objects.length - maxNamed} more` : "";
  const what = shown.length > 0 ? `, which added ${shown.join(", ")}${more}` : "";
  return unavailable(
    "database_foreign",
    `the schema of ${name} was changed by another program${what}; restore a backup that Repute created`,
  );
}

/** The database server cannot be reached, or closed the connection. */
export const databaseUnreachable = (cause: unknown): DomainError =>
  unavailable("database_unreachable", `the database server cannot be reached${reasonOf(cause)}`, cause);

/** A pooler uses a different session for each transaction, so session state is lost. */
export const databaseSessionShared = (): DomainError =>
  unavailable(
    "database_session_shared",
    "the connection pooler uses a different database connection for each transaction; set pool_mode = session in PgBouncer, or connect without PgBouncer",
  );

/** The certificate of the database server cannot be verified. */
export const databaseUntrusted = (cause: unknown): DomainError =>
  unavailable(
    "database_untrusted",
    `the certificate of the database server is not trusted${reasonOf(cause)}; sslrootcert must name the certificate of the certificate authority, and the server certificate must match the host in the URL`,
    cause,
  );

export const databaseLoginRefused = (cause: unknown): DomainError =>
  unavailable("database_login_refused", "the database server rejected the user or the password", cause);

export const databaseAbsent = (cause: unknown): DomainError =>
  unavailable("database_absent", "the database does not exist on the server", cause);

/** The tables belong to another role, which has not granted access. */
export const databaseForbidden = (cause: unknown): DomainError =>
  unavailable(
    "database_forbidden",
    "the database role does not have the required permissions; run migrations as the role that owns the tables (MIGRATION_DATABASE_URL)",
    cause,
  );

/** The connection broke during a commit. */
export const commitUnknown = (cause: unknown): DomainError =>
  unavailable(
    "commit_unknown",
    "the database connection was lost during the commit, so the data may or may not have been stored",
    cause,
  );

export const databaseClosed = (): DomainError => unavailable("database_closed", "the database is closed");

/** Migrations are pending. `isNew` is true if none has been applied. */
export const databaseNotMigrated = (isNew: boolean): DomainError =>
  unavailable(
    "database_not_migrated",
    `the database ${isNew ? "has no tables yet" : "has the schema of an older version"}; run \`repute migrate\` or start the server`,
  );

export const databaseTooNew = (name: string, unknown: string): DomainError =>
  unavailable(
    "database_too_new",
    `the database ${name} was migrated by a newer version of Repute (migration ${unknown}); use that version`,
  );

export const notThisProgramsDatabase = (name: string): DomainError =>
  unavailable("database_not_ours", `${name} is a database of another program`);

export const notADatabase = (file: string, cause: unknown): DomainError =>
  unavailable("not_a_database", `${file} is not a database file, or it is damaged; ${remedy}`, cause);

export const databaseUnwritable = (path: string, cause: unknown): DomainError =>
  unavailable("database_unwritable", `cannot write ${path}${reasonOf(cause)}`, cause);

/** The command copies files, so it does not apply to a database server. */
export const notEmbedded = (): DomainError =>
  invalid(
    "database_not_embedded",
    "this command requires a SQLite database; for PostgreSQL, use pg_dump and pg_restore",
  );

/** A file named by `sslrootcert`, `sslcert` or `sslkey` cannot be read. */
export const databaseCertificateMissing = (cause: unknown): DomainError =>
  unavailable(
    "database_certificate_missing",
    `a certificate or key file in the database URL cannot be read${reasonOf(cause)}`,
    cause,
  );

export const invalidDatabaseUrl = (message: string): DomainError => invalid("invalid_database_url", message);

const reasonOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? ` (${String(cause.code)})` : "";
