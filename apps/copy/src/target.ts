import type { Origin } from "./origin.js";
import type { ListChanges } from "./page.js";

/** What a list has that changed in one month (UTC): the sum of the checksums is modulo 2^53. */
export type Tally = {
  readonly list: string;
  readonly month: string;
  readonly count: number;
  readonly checksum: string;
};

/** Where a copy goes. It is, at any moment and after any kill, an exact copy of the source at its cursor. */
export interface Target {
  /**
   * Returns the cursor to go on from, undefined where a first copy begins. Refuses what holds something else, before
   * anything is written. A copy of another shape is made anew, beside the old one.
   */
  open(origin: Origin): Promise<string | undefined>;

  /** Begins a fresh copy; what is there stays as it is until the fresh one is complete. */
  beginAnew(): Promise<void>;

  /** Changes that are stored faster together than page by page. */
  readonly rowsTogether?: number;

  /** Does what can be done of storing changes before it is their turn, while others are being stored. */
  prepare?(changes: readonly ListChanges[]): Promise<void>;

  /** Stores changes together with the cursor that follows them, all or nothing. */
  apply(changes: readonly ListChanges[], cursor: string, complete: boolean): Promise<void>;

  /** By list and month, those without rows left out, in any order. */
  tallies(): Promise<readonly Tally[]>;

  close(): Promise<void>;
}

/** A target, and what an error of its technology says; undefined for errors of another kind. Never with values of rows. */
export type OpenTarget = Target & { explain(error: unknown): string | undefined };
