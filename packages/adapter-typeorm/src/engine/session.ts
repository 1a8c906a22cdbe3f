import type { AccountId } from "@repute/domain";
import type { ColumnKind, Dialect } from "./dialect.js";

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
