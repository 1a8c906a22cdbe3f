import { resolve } from "node:path";
import type { Clock, Instant, Storage } from "@repute/domain";
import {
  databaseClosed,
  databaseNotMigrated,
  databaseTooNew,
  databaseUnreleased,
  invalidDatabaseUrl,
  notEmbedded,
} from "./database-errors.js";
import type { Engine } from "./engine.js";
import { migrationNames } from "./tables/migrations/migrations.js";

/** Result of applying migrations when a database is opened. */
export type Migrated = {
  /** True if the database had no tables before. */
  readonly isNew: boolean;
  /** Names of the applied migrations, oldest first. */
  readonly applied: readonly string[];
};

/** Facts about the program that runs a database. */
export type Inspection = {
  /** Name and version, such as `PostgreSQL 17.2`. */
  readonly version: string;
  /** Time of its clock. */
  readonly now: Instant;
  /** On PostgreSQL, tables of accounts without row-level security. */
  readonly unprotected: readonly string[];
};

export type DatabaseOptions = {
  /** Database URL, such as `sqlite:./data/repute.db` or `postgres://user:password@host:5432/database`. */
  readonly url: string;
  /** URL for running migrations on PostgreSQL, with the role that owns the tables. Defaults to `url`. */
  readonly migrationUrl?: string;
  /**
   * Applies pending migrations when the database is opened. `new` applies them only if the database has no tables.
   * Defaults to false.
   */
  readonly migrate?: boolean | "new";
  /** On PostgreSQL, minimum age in days of audit records that the server's role can delete. `migrate` stores it. */
  readonly auditDays?: number;
  /**
   * On PostgreSQL, called with a warning if row-level security does not apply to the role of `url`, which is a superuser
   * or has BYPASSRLS. Without this function, `openDatabase` throws `database_role_unprotected`.
   */
  readonly onSuperuser?: (warning: string) => void;
  /** Called if migrations were applied when the database was opened. */
  readonly onMigrated?: (migrated: Migrated) => void;
  /** Clock that sets the time of each unit of work. Defaults to the system clock. */
  readonly clock?: Clock;
  /** Maximum number of concurrent reads other than lists. Defaults to 4. */
  readonly readers?: number;
  /** Maximum number of concurrent units of work on PostgreSQL, each on a different account. Defaults to 4. */
  readonly writers?: number;
  /**
   * Maximum number of lists that are read concurrently. Defaults to 32. Further lists wait up to `patience` for a slot.
   */
  readonly lists?: number;
  /**
   * Maximum number of lists that one account reads concurrently. Defaults to half of `lists`.
   * Higher values have no effect.
   */
  readonly listsPerAccount?: number;
  /**
   * Maximum size of the SQLite write-ahead log in bytes. Above this size, slow lists are canceled. Defaults to 128 MiB.
   */
  readonly maxLogBytes?: number;
  /**
   * Timeout in milliseconds for waiting for another process's lock, a list slot or a server connection.
   * Defaults to 5,000.
   */
  readonly patience?: number;
};

/** Open database with access to its tables. */
export type TableDatabase = Database & { readonly engine: Engine };

/** Open database. Two open databases in one process share no state. */
export type Database = {
  readonly storage: Storage;
  readonly clock: Clock;
  /**
   * Applies all pending migrations, or none if one fails. Returns their names.
   * Several processes may call it concurrently.
   */
  migrate(): Promise<readonly string[]>;
  /** Returns the names of the pending migrations, oldest first. */
  pendingMigrations(): Promise<readonly string[]>;
  /**
   * Throws if data cannot be stored now, for example because the disk is full or the database is read-only.
   * Stores nothing.
   */
  tryStoring(): Promise<void>;
  /** Returns facts about the database program, for diagnoses. */
  inspect(): Promise<Inspection>;
  /** Waits for submitted units of work, then closes all connections. Calling it twice is safe. */
  close(): Promise<void>;
};

const forms =
  "the database URL must be sqlite:./path/to/file.db, sqlite:/path/to/file.db or postgres://user:password@host:5432/database";

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/i.test(url);

/**
 * Returns the absolute file path from a SQLite URL. Errors never include the URL, because it may contain a password.
 */
export function databaseFile(url: string): string {
  if (isPostgresUrl(url)) throw notEmbedded();
  const path = /^sqlite:(?!\/\/)([^\0]+)$/.exec(url)?.[1]?.trim();
  if (!path || path.startsWith(":") || path.endsWith("/")) throw invalidDatabaseUrl(forms);
  return resolve(path);
}

/**
 * Returns the URL unchanged.
 * Throws `invalid_database_url` unless the URL names a PostgreSQL database and has only parameters that apply.
 */
export function postgresUrl(url: string): string {
  if (!isPostgresUrl(url) || !URL.canParse(url)) throw invalidDatabaseUrl(forms);
  const { pathname, searchParams } = new URL(url);
  if (!/^\/[^/]+$/.test(pathname)) throw invalidDatabaseUrl(forms);
  if ([...searchParams.keys()].some((name) => !parameters.includes(name))) throw invalidDatabaseUrl(onlyParameters);
  return url;
}

/** Parameters of a PostgreSQL URL that the driver applies. It would ignore others, such as a misspelled `sslmode`. */
const parameters: readonly string[] = [
  ...["host", "port", "user", "password", "options", "application_name"],
  ...["statement_timeout", "lock_timeout", "query_timeout", "idle_in_transaction_session_timeout"],
  ...["ssl", "sslmode", "sslcert", "sslkey", "sslrootcert", "sslnegotiation", "uselibpqcompat"],
];

const onlyParameters = `the database URL can have only these parameters: ${parameters.join(", ")}; to choose a schema, add ?options=-c%20search_path%3DNAME`;

/** Returns a database name for logs: a file path, or a host and a database. Never includes the user or the password. */
export function databaseName(url: string): string {
  if (!isPostgresUrl(url)) return databaseFile(url);
  const { host, pathname } = new URL(postgresUrl(url));
  return `${host}${pathname}`;
}

/** Checks that a database is open, that its file is in place, and that its migrations are applied. */
export type Availability = {
  /** Throws `database_closed` if the database has been closed. */
  requireOpen(): void;
  /** Throws `database_not_migrated` if migrations are pending. */
  requireUpToDate(): Promise<void>;
  /** Throws `database_replaced` if the path no longer refers to the file that was opened. */
  requirePresent(): void;
  /** Runs all checks before a read. The file is checked at most once per turn of the event loop. */
  require(): Promise<void>;
  close(): void;
};

/**
 * Returns the checks for an open database.
 * `pending` returns the pending migrations, and is called until none are pending.
 * `requirePresent` throws if the database file has been moved or replaced.
 */
export function availabilityOf(
  pending: () => Promise<readonly string[]>,
  requirePresent: () => void = () => {},
): Availability {
  const requirePresentPerTick = oncePerTick(requirePresent);
  let isClosed = false;
  let isUpToDate = false;
  const availability: Availability = {
    requireOpen() {
      if (isClosed) throw databaseClosed();
    },
    async requireUpToDate() {
      if (isUpToDate) return;
      const { length } = await pending();
      if (length > 0) throw databaseNotMigrated(length === migrationNames.length);
      isUpToDate = true;
    },
    requirePresent,
    async require() {
      availability.requireOpen();
      requirePresentPerTick();
      await availability.requireUpToDate();
    },
    close() {
      isClosed = true;
    },
  };
  return availability;
}

/** Runs a check at most once per turn of the event loop. If the check throws, the next call runs it again. */
function oncePerTick(check: () => void): () => void {
  let isChecked = false;
  return () => {
    if (isChecked) return;
    check();
    isChecked = true;
    setImmediate(() => (isChecked = false));
  };
}

/** First migration of the builds before the first release. */
const unreleased = "FirstRelease1780000000000";

/**
 * Returns the names of the migrations that are missing in `applied`. `database` identifies the database in errors.
 * Throws `database_unreleased` if a build before the first release created the database, and `database_too_new` if a
 * newer version has migrated it.
 */
export function missingAfter(applied: readonly string[], database: string): readonly string[] {
  if (applied.includes(unreleased)) throw databaseUnreleased(database);
  const unknown = applied.find((name) => !migrationNames.includes(name));
  if (unknown !== undefined) throw databaseTooNew(database, unknown);
  return migrationNames.filter((name) => !applied.includes(name));
}

type MigrateOptions = Pick<DatabaseOptions, "migrate" | "onMigrated">;

/** Applies pending migrations to a newly opened database if its options request this. */
export async function migrateOnOpen(
  database: Pick<Database, "migrate">,
  pending: readonly string[],
  { migrate, onMigrated }: MigrateOptions,
): Promise<void> {
  const isNew = pending.length === migrationNames.length;
  if (pending.length === 0 || !(migrate === "new" ? isNew : migrate)) return;
  const applied = await database.migrate();
  if (applied.length > 0) onMigrated?.({ isNew, applied });
}
