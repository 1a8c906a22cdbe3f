import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { ImportErrorType, ImportSide } from "./error-types.js";
import type { ImportConnection } from "./import-connection.js";
import type { ImportErrorRow } from "./import-error.js";
import type { StoredRun } from "./import-run.js";
import type { Contact, Stop } from "./stop.js";

export interface ImportConnectionStore {
  /** Returns all connections of the account, sorted by name. */
  all(account: AccountId): Promise<ImportConnection[]>;
  /** Inserts connections, or replaces connections with the same name. */
  save(account: AccountId, connections: readonly ImportConnection[]): Promise<void>;
  /** Deletes connections by name. Ignores unknown names. */
  remove(account: AccountId, names: readonly string[]): Promise<void>;
}

/** Store of the phone numbers and email addresses that opted out of invites. */
export interface StopStore {
  /** Returns the opt-outs of these contacts, in any order. */
  among(account: AccountId, contacts: readonly Contact[]): Promise<Stop[]>;
  /** Inserts opt-outs, or replaces the opt-outs of the same contacts. */
  save(account: AccountId, stops: readonly Stop[]): Promise<void>;
  /** Deletes the opt-outs of these contacts. Ignores contacts that have not opted out. */
  remove(account: AccountId, contacts: readonly Contact[]): Promise<void>;
}

/** Serialized batch of checked rows. The batches of an import run are stored in the order of `position`. */
export type StagedPart = { readonly position: number; readonly body: string };

/** Store of rows that were checked but whose records are not stored yet. Clients cannot see these rows. */
export interface StagedRowStore {
  add(account: AccountId, staging: string, parts: readonly StagedPart[], now: Instant): Promise<void>;
  /** Returns up to `limit` staged batches after a position. */
  next(account: AccountId, staging: string, after: number, limit: number): Promise<readonly StagedPart[]>;
  /** Replaces the staged batch at the same position. Does not change the time when the batch was added. */
  replace(account: AccountId, staging: string, part: StagedPart): Promise<void>;
  /**
   * Deletes up to a few hundred staged batches, in order, up to the position `upTo`. Returns the number of deleted
   * batches.
   */
  remove(account: AccountId, staging: string, upTo: number): Promise<number>;
  /**
   * Returns the keys of staged rows that were added before `before` and have no import run.
   * The process that staged these rows ended before it saved the run.
   */
  abandoned(account: AccountId, before: Instant): Promise<readonly string[]>;
}

/**
 * Filter for complete import runs with an id lower than `before` whose start date is in a range. Includes test runs if
 * `tests` is true.
 */
export type RunPage = {
  readonly before: number;
  readonly limit: number;
  readonly from?: CalendarDate;
  /** End of the date range, exclusive. */
  readonly to?: CalendarDate;
  readonly tests: boolean;
};

export interface ImportRunStore {
  /** Returns the run with the highest id, whether complete or not. */
  last(account: AccountId): Promise<StoredRun | undefined>;
  byId(account: AccountId, id: ImportRunId): Promise<StoredRun | undefined>;
  /** Returns the incomplete runs, in ascending order of id. */
  incomplete(account: AccountId): Promise<StoredRun[]>;
  /** Returns the complete run with this digest. If there are several, returns the run with the highest id. */
  withDigest(account: AccountId, digest: string): Promise<StoredRun | undefined>;
  /** Returns a page of complete runs, in descending order of id. */
  page(account: AccountId, page: RunPage): Promise<StoredRun[]>;
  /** Inserts a run, or replaces the run with the same id. */
  save(account: AccountId, run: StoredRun): Promise<void>;
}

/** Filter for error rows of an import run with an id higher than `after`, in ascending order of id. */
export type ErrorPage = {
  readonly run: ImportRunId;
  /** Part of the row (appointment or invite) that has the error. Defaults to both parts. */
  readonly side?: ImportSide;
  /** Types of error rows. Defaults to all types. */
  readonly types?: readonly ImportErrorType[];
  readonly after: number;
  readonly limit: number;
};

/** Stored error row. `json` is the published item. */
export type StoredError = {
  readonly run: ImportRunId;
  readonly id: number;
  readonly side: ImportSide;
  readonly row: number;
  readonly json: string;
};

export interface ImportErrorStore {
  /** Inserts error rows, or replaces error rows with the same id. */
  save(account: AccountId, run: ImportRunId, errors: readonly ImportErrorRow[]): Promise<void>;
  page(account: AccountId, page: ErrorPage): Promise<StoredError[]>;
  /** Deletes error rows of an import run. Ignores unknown ids. */
  remove(account: AccountId, run: ImportRunId, ids: readonly number[]): Promise<void>;
}
