import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { AccountId, ImportRunId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { ImportErrorType, ImportSide } from "./error-types.js";
import type { ImportConnection } from "./import-connection.js";
import type { ImportErrorRow } from "./import-error.js";
import type { StoredRun } from "./import-run.js";
import type { Contact, Stop } from "./stop.js";

/** Stores the import connections of an account. */
export interface ImportConnectionStore {
  /** Returns all connections, ordered by name. */
  all(account: AccountId): Promise<ImportConnection[]>;
  /** Inserts connections, or replaces connections with the same name. */
  save(account: AccountId, connections: readonly ImportConnection[]): Promise<void>;
  /** Deletes connections by name. Ignores unknown names. */
  remove(account: AccountId, names: readonly string[]): Promise<void>;
}

/** Stores the contacts that opted out of invites. */
export interface StopStore {
  /** Returns the stops of these contacts, in any order. */
  among(account: AccountId, contacts: readonly Contact[]): Promise<Stop[]>;
  /** Inserts stops, or replaces stops with the same contact. */
  save(account: AccountId, stops: readonly Stop[]): Promise<void>;
  /** Deletes the stops of these contacts. Ignores contacts without a stop. */
  remove(account: AccountId, contacts: readonly Contact[]): Promise<void>;
}

/** Serialized rows of a run that are not stored yet. Parts are stored in the order of `position`. */
export type StagedPart = { readonly position: number; readonly body: string };

/** Stores the judged rows of runs that are not stored yet. Staged rows are not visible to clients. */
export interface StagedRowStore {
  add(account: AccountId, staging: string, parts: readonly StagedPart[], now: Instant): Promise<void>;
  /** Returns at most `most` parts after a position. */
  next(account: AccountId, staging: string, after: number, most: number): Promise<readonly StagedPart[]>;
  /** Replaces the part at the same position. Keeps the time at which the part was added. */
  replace(account: AccountId, staging: string, part: StagedPart): Promise<void>;
  /** Deletes parts up to a position, a few hundred at most. Returns the number of deleted parts. */
  remove(account: AccountId, staging: string, upTo: number): Promise<number>;
  /**
   * Returns the staging keys of parts added before `before` that have no run. Their process ended before it decided the
   * run.
   */
  abandoned(account: AccountId, before: Instant): Promise<readonly string[]>;
}

/**
 * Filter for runs with an id lower than `before` whose start date is in the range. Includes test runs if `tests` is
 * set.
 */
export type RunPage = {
  readonly before: number;
  readonly limit: number;
  readonly from?: CalendarDate;
  /** Exclusive. */
  readonly to?: CalendarDate;
  readonly tests: boolean;
};

/** Stores the import runs of an account. */
export interface ImportRunStore {
  /** Returns the run with the greatest id, complete or incomplete. */
  last(account: AccountId): Promise<StoredRun | undefined>;
  byId(account: AccountId, id: ImportRunId): Promise<StoredRun | undefined>;
  /** Returns incomplete runs in ascending order of id. */
  incomplete(account: AccountId): Promise<StoredRun[]>;
  /** Returns the complete run with the greatest id that has this digest. */
  withDigest(account: AccountId, digest: string): Promise<StoredRun | undefined>;
  /** Returns complete runs in descending order of id. */
  page(account: AccountId, page: RunPage): Promise<StoredRun[]>;
  /** Inserts a run, or replaces the run with the same id. */
  save(account: AccountId, run: StoredRun): Promise<void>;
}

/** Filter for error rows of a run with an id greater than `after`, in ascending order of id. */
export type ErrorPage = {
  readonly run: ImportRunId;
  /** Defaults to both sides. */
  readonly side?: ImportSide;
  /** Defaults to all types. */
  readonly types?: readonly ImportErrorType[];
  readonly after: number;
  readonly limit: number;
};

/** A stored error row. `json` contains the published item. */
export type StoredError = {
  readonly run: ImportRunId;
  readonly id: number;
  readonly side: ImportSide;
  readonly row: number;
  readonly json: string;
};

/** Stores the error rows of runs. */
export interface ImportErrorStore {
  /** Inserts error rows, or replaces error rows with the same id. */
  save(account: AccountId, run: ImportRunId, errors: readonly ImportErrorRow[]): Promise<void>;
  page(account: AccountId, page: ErrorPage): Promise<StoredError[]>;
  /** Deletes error rows of a run. Ignores unknown ids. */
  remove(account: AccountId, run: ImportRunId, ids: readonly number[]): Promise<void>;
}
