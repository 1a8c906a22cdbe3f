import type { AccountId } from "@repute/domain";
import type { ColumnKind, Dialect } from "./dialect.js";

/** A value that a statement can bind. */
export type Value = string | number | boolean | null | Uint8Array;

/** A row as the driver returns it. */
export type RawRow = Record<string, unknown>;

/**
 * An `INSERT` of rows with one value per column. `action` is the SQL for conflicts with existing rows. A `bytes` value
 * may be a string, which is stored in UTF-8.
 */
export type Insertion = {
  /** Quoted SQL name. */
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
  readonly action: string;
};

/** A connection as seen by the stores. Statements use the placeholders `$1`, `$2`... on every engine. */
export type Session = {
  readonly dialect: Dialect;
  /** Runs a statement and returns its rows. */
  query(sql: string, values?: readonly Value[]): Promise<RawRow[]>;
  /** Runs a statement and returns the number of affected rows. */
  run(sql: string, values?: readonly Value[]): Promise<number>;
  /** Inserts rows and returns the number of inserted or changed rows. */
  insert(insertion: Insertion, rows: readonly (readonly Value[])[]): Promise<number>;
  /**
   * Inserts rows, possibly without waiting for the result. An error is thrown by a later statement or at the end of the
   * unit of work.
   */
  put(insertion: Insertion, rows: readonly (readonly Value[])[]): Promise<void>;
  /**
   * Runs `work`, which inserts rows that are most likely new. Returns false and undoes the inserts if a key already
   * exists. No other statement may run at the same time. Some engines return false without running `work`, because an
   * attempt would not be faster.
   */
  attempt(work: () => Promise<void>): Promise<boolean>;
  /**
   * Lends `work` a second session with a separate connection. Its transaction commits before this one ends,
   * independently of this one. It sees only earlier commits. `second` is undefined if the engine has one writer or no
   * connection is free.
   */
  withSecond<T>(work: (second: Session | undefined) => Promise<T>): Promise<T>;
  /** Gives the rest of a unit of work access to an account that it has just added, and to no other account. */
  enter(account: AccountId): Promise<void>;
};

/** The account that work is about, or the directory for lookups before the account is known. */
export type Subject = AccountId | "directory";

/** Runs `work` as one transaction. Transactions on the same subject run one after another. */
export type Write = <T>(subject: Subject, work: (session: Session) => Promise<T>) => Promise<T>;
