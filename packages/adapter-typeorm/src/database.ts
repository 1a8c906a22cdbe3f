import type { Clock, Storage } from "@repute/domain";

/** What opening a database applied. */
export type Migrated = {
  /** Whether the database had no tables before. */
  readonly isNew: boolean;
  /** Names of the migrations, oldest first. */
  readonly applied: readonly string[];
};

export type DatabaseOptions = {
  /** `sqlite:./data/repute.db`, `sqlite:/var/lib/repute/repute.db` or `postgres://user:password@host:5432/database`. */
  readonly url: string;
  /** PostgreSQL: the same database as the role that owns its tables, for migrations; `url` when absent. */
  readonly migrationUrl?: string;
  /** Applies pending migrations before anything else; `new` does so only if the database has no tables yet. */
  readonly migrate?: boolean | "new";
  /** Called after the migrations that `migrate` applied, if there were any. */
  readonly onMigrated?: (migrated: Migrated) => void;
  /** What time units of work are told; the system's clock when absent. */
  readonly clock?: Clock;
  /** How many small reads run at once (4). */
  readonly readers?: number;
  /** PostgreSQL: how many units of work run at once, each on another account (4). */
  readonly writers?: number;
  /** How many lists are read at once (32); more wait in order of arrival, and are refused when their patience ends. */
  readonly lists?: number;
  /** How many of them for one account: at most half of `lists`, which is what it is when absent. */
  readonly listsPerAccount?: number;
  /** SQLite: how many bytes the write-ahead log may have before slow lists are cut off (128 MiB). */
  readonly mostLog?: number;
  /** For how many milliseconds a unit of work waits for another process, a list for its turn, and a connection for its server (5,000). */
  readonly patience?: number;
};

/** An open database. Two of them in one process share nothing. */
export type Database = {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Applies pending migrations, all or none; returns their names. Safe while other processes do the same. */
  migrate(): Promise<readonly string[]>;
  /** The names of the migrations that have not been applied, oldest first. */
  pendingMigrations(): Promise<readonly string[]>;
  /** Throws unless data can be stored now: no disk is full, nothing is read-only. Leaves no data behind. */
  tryStoring(): Promise<void>;
  /** Waits for the units of work handed in so far, then closes everything. Safe to call twice. */
  close(): Promise<void>;
};
