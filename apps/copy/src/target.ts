import type { Origin } from "./origin.js";
import type { ListChanges } from "./page.js";

/** Row count and checksum of a list for one month (UTC). The checksum is the sum of the row checksums modulo 2^53. */
export type Tally = {
  readonly list: string;
  readonly month: string;
  readonly count: number;
  readonly checksum: string;
};

/** Destination of a copy. At any time, even after a kill, a target is an exact copy of the source at its cursor. */
export interface Target {
  /**
   * Opens the target and returns its cursor, or undefined for a first copy. Throws before writing if the target
   * contains other data. A copy with another shape is rebuilt beside the old one.
   */
  open(origin: Origin): Promise<string | undefined>;

  /** Begins a fresh copy. The existing copy stays unchanged until the fresh copy is complete. */
  beginAnew(): Promise<void>;

  /** Number of changes to store in one transaction for the best speed. */
  readonly rowsTogether?: number;

  /** Prepares changes in advance while earlier changes are being stored. */
  prepare?(changes: readonly ListChanges[]): Promise<void>;

  /** Stores changes and the cursor that follows them in one transaction. */
  apply(changes: readonly ListChanges[], cursor: string, complete: boolean): Promise<void>;

  /** Returns the tallies by list and month, in any order. Months without rows are omitted. */
  tallies(): Promise<readonly Tally[]>;

  close(): Promise<void>;
}

/**
 * An open target. `explain` describes an error of the database without row values, or returns undefined for other
 * errors.
 */
export type OpenTarget = Target & { explain(error: unknown): string | undefined };
