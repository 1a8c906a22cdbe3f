import type { Clock, Storage } from "@repute/domain";

/** The migrations applied when a database was opened. */
export type Migrated = {
  /** Whether the database had no tables before. */
  readonly isNew: boolean;
  /** Names of the migrations, oldest first. */
  readonly applied: readonly string[];
};

export type DatabaseOptions = {
  /** `sqlite:./data/repute.db`, `sqlite:/var/lib/repute/repute.db` or `postgres://user:password@host:5432/database`. */
  readonly url: string;
  /** PostgreSQL: URL for migrations, with the role that owns the tables. Defaults to `url`. */
  readonly migrationUrl?: string;
  /** Applies pending migrations on open. `new` applies them only if the database has no tables. */
  readonly migrate?: boolean | "new";
  /** Called after `migrate` has applied migrations. */
  readonly onMigrated?: (migrated: Migrated) => void;
  /** Clock for units of work. Defaults to the system clock. */
  readonly clock?: Clock;
  /** Maximum number of concurrent small reads. Defaults to 4. */
  readonly readers?: number;
  /** PostgreSQL: maximum number of concurrent units of work, each on a different account. Defaults to 4. */
  readonly writers?: number;
  /**
   * Maximum number of lists that are read at once. Defaults to 32. More lists wait in order of arrival, up to
   * `patience`.
   */
  readonly lists?: number;
  /**
   * Maximum number of lists that one account reads at once. Defaults to half of `lists`, which is also the upper limit.
   */
  readonly listsPerAccount?: number;
  /** SQLite: size of the write-ahead log in bytes above which slow lists are cut off. Defaults to 128 MiB. */
  readonly mostLog?: number;
  /**
   * Maximum wait in milliseconds for the lock of another process, for a list slot, or for a server connection. Defaults
   * to 5,000.
   */
  readonly patience?: number;
};

/** An open database. Two open databases in one process share no state. */
export type Database = {
  readonly storage: Storage;
  readonly clock: Clock;
  /**
   * Applies all pending migrations, or none if one fails. Returns their names. Safe to run in several processes at
   * once.
   */
  migrate(): Promise<readonly string[]>;
  /** Returns the names of the pending migrations, oldest first. */
  pendingMigrations(): Promise<readonly string[]>;
  /**
   * Throws unless data can be stored now. For example, the disk may be full or the database read-only. Stores no data.
   */
  tryStoring(): Promise<void>;
  /** Waits for the submitted units of work, then closes all connections. Safe to call twice. */
  close(): Promise<void>;
};
