import type { AccountId, ChangeReader, FeedReader } from "@repute/domain";

export type ListReader = FeedReader & Pick<ChangeReader, "changes">;

/** Session that runs each statement on the latest committed state. */
export type LatestSession = Session & {
  /**
   * Returns a number that changes after each commit by any process.
   * Omitted if reading this number takes as long as a lookup.
   */
  readonly state?: () => Promise<number>;
};

/** Operations that a database engine provides to the stores. */
export type Engine = {
  readonly write: Write;
  /** Runs `work` on one consistent snapshot of the database. */
  read<T>(account: AccountId, work: (session: Session) => Promise<T>): Promise<T>;
  /** Session for statements outside units of work. Each statement sees the latest commit. */
  readonly latest: LatestSession;
  readonly feed: ListReader;
  /** Waits until this process reads no list, for `max` milliseconds at most. */
  idle(max: number): Promise<void>;
  /**
   * Removes deleted data from the write-ahead log. Returns false if the log still contains deleted data.
   * Omitted if the engine gives no access to its log.
   */
  scrub?(): Promise<boolean>;
};

/** Value that a statement can bind. */
export type Value = string | number | boolean | null | Uint8Array;

/** Row as the driver returns it, by column name. */
export type RawRow = Record<string, unknown>;

/**
 * INSERT of rows with one value per column.
 * `action` is the clause for conflicts with existing rows, such as `ON CONFLICT DO NOTHING`.
 * Strings in `bytes` columns are stored in UTF-8.
 */
export type Insertion = {
  /** Quoted table name. */
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
  readonly action: string;
};

/** Database connection for the stores. Statements use the placeholders `$1`, `$2`... on every engine. */
export type Session = {
  readonly dialect: Dialect;
  /** Runs a statement and returns its rows. */
  query(sql: string, values?: readonly Value[]): Promise<RawRow[]>;
  /** Runs a statement and returns the number of affected rows. */
  run(sql: string, values?: readonly Value[]): Promise<number>;
  /** Inserts rows. Returns the number of inserted or updated rows. */
  insert(insertion: Insertion, rows: readonly (readonly Value[])[]): Promise<number>;
  /**
   * Inserts rows, possibly without waiting for the result.
   * If the insert fails, a later statement or the end of the unit of work throws the error.
   */
  put(insertion: Insertion, rows: readonly (readonly Value[])[]): Promise<void>;
  /**
   * Runs `work`, which inserts rows that are probably new.
   * If a row already exists, undoes the inserts and returns false. No other statement may run concurrently.
   * An engine that gains no speed from an attempt returns false without running `work`.
   */
  attempt(work: () => Promise<void>): Promise<boolean>;
  /**
   * Runs `work` with a second session on a separate connection.
   * The second transaction sees only earlier commits, and commits before the first transaction.
   * If the engine has only one writer or no connection is free, `second` is undefined.
   */
  withSecond<T>(work: (second: Session | undefined) => Promise<T>): Promise<T>;
  /** Switches the unit of work to an account that it has just added. Other accounts stay inaccessible. */
  enter(account: AccountId): Promise<void>;
};

/** Account to which a transaction belongs, or `directory` for lookups before the account is known. */
export type Subject = AccountId | "directory";

/**
 * Runs `work` in a transaction.
 * Transactions of one account run one after another. Transactions of the directory also run one after another.
 */
export type Write = <T>(subject: Subject, work: (session: Session) => Promise<T>) => Promise<T>;

/** Value types of database columns. */
export type ColumnKind = "integer" | "real" | "text" | "flag" | "bytes";

/** Lookup of the rows that meet `condition` and have one of the requested values in `column`. */
type LookedUp = {
  readonly table: string;
  readonly selection: string;
  readonly condition: string;
  readonly column: string;
};

/** Rows of a table that meet `condition`, whose first term is `account_id = $1`, and whose `names` are in a subquery. */
type Among = {
  readonly table: string;
  readonly condition: string;
  readonly names: readonly string[];
  readonly bound: string;
};

/**
 * Sort order of concatenated rows. `newest` puts commas between the rows, and `oldest` puts line feeds between them.
 */
type Joining = "newest" | "oldest";

/** SQL fragments that differ between database engines. */
export type Dialect = {
  /** SQL column types for CREATE TABLE. */
  readonly types: Readonly<Record<ColumnKind, string>>;
  /** Table options that make the engine store rows in primary key order. Appended to CREATE TABLE. */
  readonly clustered: string;
  /** Table options for tables that are not stored in primary key order. Appended to CREATE TABLE. */
  readonly plain: string;
  /** Suffix of a SELECT that locks its rows against changes until the transaction ends. */
  readonly held: string;
  /**
   * Foreign keys of a table that imports fill, as the end of the list in CREATE TABLE. Empty if checking them slows
   * imports down.
   */
  importKeys(...keys: readonly string[]): string;
  /** Statements that make the engine store a column without compression. */
  uncompressed(table: string, column: string): readonly string[];
  /**
   * Statements of the first release after which audit records cannot be changed, failure counts only grow, and only rows
   * older than `audit_retention.before` can be deleted. The engine may also use privileges for this.
   */
  readonly protectAudit: readonly string[];
  /** True if a row in `audit_retention` permits the deletion of audit records. Otherwise, the owner sets a bound. */
  readonly hasAuditRetention: boolean;
  /**
   * End of a DELETE that deletes only a portion of the rows, if a longer transaction would make the writers of other accounts
   * wait.
   */
  readonly portion: string;
  /** DELETE of up to `$3` rows of account `$1` that are older than `$2`. Returns one result row per deleted row. */
  forget(rows: { readonly table: string; readonly time: string; readonly key: string }): string;
  /** Table expression with one row per element of the JSON array bound at `placeholder`. Its only column is `value`. */
  elements(placeholder: string): string;
  /** Expression for the element at `index` of the JSON array in the column `value`. */
  member(index: number, kind: ColumnKind): string;
  /**
   * End of a subquery that the engine must not merge into the surrounding statement.
   * PostgreSQL uses an index under row-level security only if no operator that can fail, such as `->>`, is part of the
   * compared expression.
   */
  readonly unmerged: string;
  /**
   * Clause behind the table `feed` that selects its index by kind and id. SQLite has no statistics, and would scan the
   * whole list to delete a few entries.
   */
  readonly byEntry: string;
  /** Condition that a row meets `condition` and has a row of the subquery `bound` with equal values in `names`. */
  among(rows: Among): string;
  /** Condition that a column equals one of the values in the list bound at `placeholder`. */
  oneOf(column: string, kind: ColumnKind, placeholder: string): string;
  /**
   * SELECT of the rows whose `column` contains one of the integers bound at `placeholder`.
   * Looks up each integer in the index.
   */
  rowsWith(rows: LookedUp, placeholder: string): string;
  /** Encodes integers or words as one bound value for `oneOf`. Words must not contain quotes, commas or backslashes. */
  list(values: readonly (number | string)[]): string;
  /** Query that concatenates an expression over all rows, with separators. The only result column is `joined`. */
  joined(expression: string, rows: string, way: Joining): string;
  /** Aggregate of an expression over the rows that meet a condition, as a JSON array. Null if there are no such rows. */
  jsonArray(expression: string, condition: string): string;
  /**
   * Expression for a JSON fragment as bytes, so that fragments can be concatenated.
   * The fragment is a constant or a SQL string expression. A constant must be ASCII without single quotes.
   */
  jsonBytes(piece: { readonly literal: string } | { readonly text: string }): string;
  /**
   * Expression that identifies where a row was written.
   * Its value changes if the row is restored from a dump, or if the database is copied.
   * It is an empty string on engines that cannot detect this.
   */
  readonly rowOrigin: string;
  /** Function that returns the stored size of a value in bytes. */
  readonly bytesOf: string;
  /** Query of the columns of the table `$1`: name, type as in `types`, and place in the primary key, from 1 or 0. */
  readonly columnsOf: string;
  /** Expression that formats an instant as in API responses: `2026-03-01T17:05:00+00:00`. */
  isoInstant(column: string): string;
};
