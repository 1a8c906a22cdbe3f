import type { AccountId } from "@repute/domain";
import type { ColumnKind, Dialect } from "./dialect.js";

/** A value that a statement is given. */
export type Value = string | number | boolean | null | Uint8Array;

/** A row as the driver returns it. */
export type RawRow = Record<string, unknown>;

/**
 * An `INSERT` of rows with one value for each column; `action` says what becomes of those that are there already. Bytes may
 * be given as text, which is stored in UTF-8.
 */
export type Insertion = {
  /** As it stands in SQL. */
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
  readonly action: string;
};

/** One connection as stores see it. Statements say `$1`, `$2`... where their values go, on every engine. */
export type Session = {
  readonly dialect: Dialect;
  /** Runs a statement; returns its rows. */
  query(sql: string, values?: readonly Value[]): Promise<RawRow[]>;
  /** Runs a statement; returns how many rows it touched. */
  run(sql: string, values?: readonly Value[]): Promise<number>;
  /** Inserts some rows at once; returns how many there were or are changed by it. */
  insert(insertion: Insertion, rows: readonly (readonly Value[])[]): Promise<number>;
  /** The same, which may end before they are there: what went wrong is told by the next statement, or when the unit ends. */
  put(insertion: Insertion, rows: readonly (readonly Value[])[]): Promise<void>;
  /**
   * Runs `work`, which puts in rows that are most likely new, and answers whether all of them were: if the key of one is taken,
   * nothing was put in. Nothing else is to be under way meanwhile. Not run at all where it would be no faster than asking for
   * each row.
   */
  attempt(work: () => Promise<void>): Promise<boolean>;
  /**
   * Lends `work` a second session, on a connection of its own, whose transaction ends before this one does and stands whatever
   * becomes of this one. It sees what was committed before. None where the engine has one writer, or no connection is free.
   */
  withSecond<T>(work: (second: Session | undefined) => Promise<T>): Promise<T>;
  /** Lets the rest of a unit of work see an account that it has just added, and no other one's rows. */
  enter(account: AccountId): Promise<void>;
};

/** Whose rows work is about: an account's own, or what is looked up before an account is known. */
export type Subject = AccountId | "directory";

/** Runs `work` as one transaction after all others that write on the same subject; all or nothing. */
export type Write = <T>(subject: Subject, work: (session: Session) => Promise<T>) => Promise<T>;
