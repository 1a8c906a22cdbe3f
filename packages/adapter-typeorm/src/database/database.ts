import type { Clock, Storage } from "@repute/domain";

/** Result of applying migrations when a database is opened. */
export type Migrated = {
  /** True if the database had no tables before. */
  readonly isNew: boolean;
  /** Names of the applied migrations, oldest first. */
  readonly applied: readonly string[];
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
  /** Waits for submitted units of work, then closes all connections. Calling it twice is safe. */
  close(): Promise<void>;
};
