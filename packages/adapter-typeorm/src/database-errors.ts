import { type DomainError, invalid, unavailable } from "@repute/domain";

/** Thrown if another process holds the database lock for too long. */
export const databaseBusy = (cause?: unknown): DomainError =>
  unavailable("database_busy", "the database is busy; try again in a moment", cause);

export const databaseFull = (cause: unknown): DomainError => unavailable("database_failed", "the disk is full", cause);

/** Thrown if the file system or the database is read-only, or if the disk reports errors. */
export const databaseFailed = (cause: unknown): DomainError =>
  unavailable("database_failed", "the database cannot be used at the moment", cause);

/** Thrown if the limit of concurrently read lists is reached, either in total or for the account. */
export const tooManyLists = (): DomainError =>
  unavailable("too_many_lists", "too many lists are being read; try again in a moment");

/** Thrown if a list was read too slowly while another request needed its connection or its snapshot. */
export const listCutOff = (): DomainError =>
  unavailable("list_cut_off", "the list was read too slowly while other lists or writes were waiting; read it again");

/** Thrown if the path no longer refers to the file that was opened. */
export const databaseReplaced = (): DomainError =>
  unavailable(
    "database_replaced",
    "the database file was moved, deleted or replaced while it was open; restart the service to open the current file",
  );

/** Thrown if the content of the database file is damaged. `details` lists the faults that were found. */
export const databaseDamaged = (
  cause: unknown,
  name = "the database",
  details: readonly string[] = [],
): DomainError => {
  const what = details.length > 0 ? ` (${details.join("; ").replaceAll(/\s+/g, " ")})` : "";
  return unavailable("database_damaged", `${name} is damaged${what}; ${remedy}`, cause);
};

const remedy = 'run "repute verify" to find the damage and "repute restore" to restore a backup';

const maxNamed = 3;

/**
 * Thrown if the schema differs from the schema that the migrations create.
 * Names of schema objects come from the file, so they are shortened and control characters are replaced.
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

/** Thrown if the database server cannot be reached, or if the server closed the connection. */
export const databaseUnreachable = (cause: unknown): DomainError =>
  unavailable("database_unreachable", `the database server cannot be reached${reasonOf(cause)}`, cause);

/**
 * Thrown if a connection pooler assigns a different session to each transaction, because session state is then lost.
 */
export const databaseSessionShared = (): DomainError =>
  unavailable(
    "database_session_shared",
    "the connection pooler uses a different database connection for each transaction; set pool_mode = session in PgBouncer, or connect without PgBouncer",
  );

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

/** Thrown if the database role lacks permissions, usually because the tables belong to another role. */
export const databaseForbidden = (cause: unknown): DomainError =>
  unavailable(
    "database_forbidden",
    "the database role does not have the required permissions; run migrations as the role that owns the tables (MIGRATION_DATABASE_URL)",
    cause,
  );

/** Warning about a role that can read the rows of all accounts. `why` continues "the role ...". */
export const roleUnprotected = (why: string): string =>
  `row-level security does not separate the accounts, because the role in the database URL ${why}`;

/** Thrown if the role can read the rows of all accounts. */
export const databaseRoleUnprotected = (why: string): DomainError =>
  unavailable(
    "database_role_unprotected",
    `row-level security does not separate the accounts, because the role in the database URL ${why}; connect as a role with NOSUPERUSER NOBYPASSRLS, or set ALLOW_SUPERUSER=on (in code: the option onSuperuser) for trials and tests`,
  );

/** Thrown if the connection breaks during a commit, so that its result is unknown. */
export const commitUnknown = (cause: unknown): DomainError =>
  unavailable(
    "commit_unknown",
    "the database connection was lost during the commit, so the data may or may not have been stored",
    cause,
  );

export const databaseClosed = (): DomainError => unavailable("database_closed", "the database is closed");

/** Thrown if migrations are pending. `isNew` is true if no migration has been applied yet. */
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

/** Thrown if the database was created by a build older than the first release, because its schema cannot be migrated. */
export const databaseUnreleased = (name: string): DomainError =>
  unavailable(
    "database_unreleased",
    `the database ${name} was created by a build from before the first release and cannot be upgraded; create a new database and load the data again`,
  );

export const notThisProgramsDatabase = (name: string): DomainError =>
  unavailable("database_not_ours", `${name} is a database of another program`);

export const notADatabase = (file: string, cause: unknown): DomainError =>
  unavailable("not_a_database", `${file} is not a database file, or it is damaged; ${remedy}`, cause);

export const databaseUnwritable = (path: string, cause: unknown): DomainError =>
  unavailable("database_unwritable", `cannot write ${path}${reasonOf(cause)}`, cause);

/** Thrown if the driver of SQLite is built for another version of Node.js, or not built. */
export const sqliteNotLoaded = (cause: unknown): DomainError =>
  unavailable(
    "sqlite_not_loaded",
    "better-sqlite3 is not built for this version of Node.js; run `npm rebuild better-sqlite3`",
    cause,
  );

/** Thrown if a command that copies database files is used with a database server. */
export const notEmbedded = (): DomainError =>
  invalid(
    "database_not_embedded",
    "this command requires a SQLite database; with PostgreSQL, verify a dump by its file name, and restore it with pg_restore",
  );

export const databaseCertificateMissing = (cause: unknown): DomainError =>
  unavailable(
    "database_certificate_missing",
    `a certificate or key file in the database URL cannot be read${reasonOf(cause)}`,
    cause,
  );

export const invalidDatabaseUrl = (message: string): DomainError => invalid("invalid_database_url", message);

function reasonOf(cause: unknown): string {
  const { code, message } = Object(cause) as { readonly code?: unknown; readonly message?: unknown };
  if (message === "The server does not support SSL connections") return "; it does not support SSL connections";
  return code === undefined ? "" : ` (${String(code)})`;
}
