import type { ListChanges, Origin } from "./page.js";

/** Numbers of stored and deleted rows in one list. */
export type ListCounts = { readonly upserts: number; readonly deletes: number };

/**
 * Row that differs between the target and the source. Rows of the kind `extra` do not exist in the source.
 * `columns` has the names of the columns that differ in a changed row, such as `rating` or `invites_clicked.name`.
 * If the number of nested rows differs, it has the name of their table.
 */
export type RowDifference = {
  readonly list: string;
  readonly id: string;
  readonly what: "missing" | "changed" | "extra";
  readonly columns: readonly string[];
};

export type OpenOptions = {
  /**
   * If true, stores all changes of a sync in one transaction, which ends when `apply` receives `complete`.
   * Otherwise, each `apply` is a transaction.
   */
  readonly atomic?: boolean;
  /** If true, begins a fresh copy even if the target contains a copy of other lists. */
  readonly fresh?: boolean;
  /** If true, accepts an existing copy of a source with another URL, and stores the new URL. */
  readonly sourceChanged?: boolean;
  /** If true, adds each change to the table `_repute_changes`. */
  readonly logsChanges?: boolean;
  /** Called with a sentence of explanation if the target begins a fresh copy. */
  readonly notice?: (sentence: string) => void;
};

/** Destination of a copy. It always equals the source at the stored cursor, even after a crash. */
export interface Target {
  /**
   * Opens the target and returns its cursor, or undefined for a first copy.
   * Throws before the first write if the target contains other data.
   * If the shape is outdated or a table was dropped, builds a fresh copy next to the old one.
   */
  open(origin: Origin, options?: OpenOptions): Promise<string | undefined>;

  /**
   * Begins a fresh copy and rolls back an unfinished transaction.
   * The existing copy does not change until the fresh copy is complete.
   */
  startOver(): Promise<void>;

  /** Recommended number of changes per transaction. */
  readonly rowsTogether?: number;

  /** Encodes changes in advance, while earlier changes are being stored. */
  prepare?(changes: readonly ListChanges[]): Promise<void>;

  /**
   * Stores changes and the next cursor. The first call creates the tables.
   * `complete` is true if the source has no more changes.
   */
  apply(changes: readonly ListChanges[], cursor: string, complete: boolean): Promise<void>;

  /** Compares the target with all rows of the source, which the caller passes page by page. */
  compare(isRepaired: boolean): Promise<Comparing>;

  /** Records in the run history whether the copy equaled its source at the end of the run. */
  noteVerified(isEqual: boolean): Promise<void>;

  /**
   * Records in the run history that the run failed. Rolls back an unfinished transaction.
   * Does nothing if the target contains no copy of the source.
   */
  noteFailed(source: string, code: string): Promise<void>;

  /** Closes the target and rolls back an unfinished transaction. Removes new files if nothing was stored. */
  close(): Promise<void>;
}

/** Compares a target with its source. A repair stores all rows of the source in one transaction. */
export type Comparing = {
  /** Compares every column and nested row of a page with the target. */
  page(changes: readonly ListChanges[]): Promise<readonly RowDifference[]>;
  /** Ends the comparison and returns the target's rows that no page contained. */
  end(): Promise<readonly RowDifference[]>;
  /** Rolls back the repairs. */
  abandon(): Promise<void>;
};

/** A target that is open. `explain` describes database errors without values. It returns undefined for other errors. */
export type OpenTarget = Target & { explain(error: unknown): string | undefined };
