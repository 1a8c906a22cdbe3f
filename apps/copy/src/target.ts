import type { Origin } from "./origin.js";
import type { ListChanges } from "./page.js";

/** Number of rows of a list that were stored and deleted. */
export type ListCounts = { readonly upserts: number; readonly deletes: number };

/** A row of a target that differs from the source. `extra` rows do not exist in the source. */
export type RowDifference = {
  readonly list: string;
  readonly id: string;
  readonly what: "missing" | "changed" | "extra";
};

export type OpenOptions = {
  /**
   * Stores all changes of a sync in one transaction, which ends when `apply` gets `complete`. Without this option, each
   * `apply` is a transaction.
   */
  readonly atomic?: boolean;
  /** Begins a fresh copy, even if the target contains a copy of other lists. */
  readonly fresh?: boolean;
  /** Accepts a copy from another URL and stores the new URL with it. */
  readonly sourceChanged?: boolean;
  /** Keeps a log of changes in the table `_repute_changes`. */
  readonly logsChanges?: boolean;
  /** Receives a sentence if the target decides to begin a fresh copy. */
  readonly notice?: (sentence: string) => void;
};

/** Destination of a copy. At any time, even after a kill, a target is an exact copy of the source at its cursor. */
export interface Target {
  /**
   * Opens the target and returns its cursor, or undefined for a first copy. Throws before writing if the target
   * contains other data. A copy with another shape, or with a dropped table, is rebuilt beside the old one.
   */
  open(origin: Origin, options?: OpenOptions): Promise<string | undefined>;

  /**
   * Begins a fresh copy. The existing copy stays unchanged until the fresh copy is complete. Undoes an unfinished
   * transaction.
   */
  beginAnew(): Promise<void>;

  /** Number of changes to store together for the best speed. */
  readonly rowsTogether?: number;

  /** Prepares changes in advance while earlier changes are being stored. */
  prepare?(changes: readonly ListChanges[]): Promise<void>;

  /**
   * Stores changes and the cursor that follows them. `complete` is true if the source has no further changes. The first
   * call creates the tables.
   */
  apply(changes: readonly ListChanges[], cursor: string, complete: boolean): Promise<void>;

  /** Compares the target with the complete lists of the source, which are passed page by page. */
  compare(isRepaired: boolean): Promise<Comparing>;

  /** Records in the history whether the copy equaled its source at the end of the run. */
  noteVerified(isEqual: boolean): Promise<void>;

  /** Closes the target and undoes an unfinished transaction. Removes files of a first copy that stored nothing. */
  close(): Promise<void>;
}

/** A comparison of a target with its source. With repairs, it stores the rows of the source in one transaction. */
export type Comparing = {
  /** Compares the rows of a page with every column and nested row in the target. */
  page(changes: readonly ListChanges[]): Promise<readonly RowDifference[]>;
  /** Finds rows that no page contained, and ends the comparison. */
  end(): Promise<readonly RowDifference[]>;
  /** Undoes the repairs. */
  abandon(): Promise<void>;
};

/**
 * An open target. `explain` describes an error of the database without row values, or returns undefined for other
 * errors.
 */
export type OpenTarget = Target & { explain(error: unknown): string | undefined };
