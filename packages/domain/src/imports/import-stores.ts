import type { CalendarDate } from "../kernel/calendar-date.js";
import type { AccountId, ImportRunId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { ImportErrorType, ImportSide } from "./error-types.js";
import type { ImportConnection } from "./import-connection.js";
import type { ImportErrorRow } from "./import-error.js";
import type { StoredRun } from "./import-run.js";
import type { Contact, Stop } from "./stop.js";

/** The ways in which an account's appointments come in. */
export interface ImportConnectionStore {
  /** All of the account's, by name. */
  all(account: AccountId): Promise<ImportConnection[]>;
  /** Inserts connections, or replaces those of the same name. */
  save(account: AccountId, connections: readonly ImportConnection[]): Promise<void>;
  /** Takes connections out; names that are not there are passed over. */
  remove(account: AccountId, names: readonly string[]): Promise<void>;
}

/** Who asked for no more invites. */
export interface StopStore {
  /** Those of the contacts, in any order. */
  among(account: AccountId, contacts: readonly Contact[]): Promise<Stop[]>;
  /** Inserts stops, or replaces those of the same contact. */
  save(account: AccountId, stops: readonly Stop[]): Promise<void>;
  /** Takes the stops of these contacts out; contacts without one are passed over. */
  remove(account: AccountId, contacts: readonly Contact[]): Promise<void>;
}

/** Rows of a run that wait to be stored, some at a time, in the order of `position`. */
export type StagedPart = { readonly position: number; readonly body: string };

/** What runs have decided and not stored yet. Nobody else sees it. */
export interface StagedRowStore {
  add(account: AccountId, staging: string, parts: readonly StagedPart[], now: Instant): Promise<void>;
  /** The first parts after a position. */
  next(account: AccountId, staging: string, after: number, most: number): Promise<readonly StagedPart[]>;
  /** Puts a part in the place of the one at its position; when it was added stays. */
  replace(account: AccountId, staging: string, part: StagedPart): Promise<void>;
  /** Takes parts up to a position out, at most some hundreds; answers how many there were. */
  remove(account: AccountId, staging: string, upTo: number): Promise<number>;
  /** What was added before `before` for runs that are not there: a process ended before it had decided. */
  abandoned(account: AccountId, before: Instant): Promise<readonly string[]>;
}

/** Which runs: those before an id, of some days of their first appointments, tests too if `tests`. */
export type RunPage = {
  readonly before: number;
  readonly limit: number;
  readonly from?: CalendarDate;
  /** Not itself. */
  readonly to?: CalendarDate;
  readonly tests: boolean;
};

/** The runs of an account. */
export interface ImportRunStore {
  /** The one with the greatest id, complete or not. */
  last(account: AccountId): Promise<StoredRun | undefined>;
  byId(account: AccountId, id: ImportRunId): Promise<StoredRun | undefined>;
  /** Those that were decided and are not stored as a whole, by id. */
  incomplete(account: AccountId): Promise<StoredRun[]>;
  /** The complete run with the greatest id that has this digest. */
  withDigest(account: AccountId, digest: string): Promise<StoredRun | undefined>;
  /** Complete ones by id descending. */
  page(account: AccountId, page: RunPage): Promise<StoredRun[]>;
  /** Inserts a run, or replaces the one with the same id. */
  save(account: AccountId, run: StoredRun): Promise<void>;
}

/** Which error rows of a run, by id: those after one. */
export type ErrorPage = {
  readonly run: ImportRunId;
  /** Of both sides when absent. */
  readonly side?: ImportSide;
  /** Of all types when absent. */
  readonly types?: readonly ImportErrorType[];
  readonly after: number;
  readonly limit: number;
};

/** An error row as it is kept: its item is JSON already. */
export type StoredError = {
  readonly run: ImportRunId;
  readonly id: number;
  readonly side: ImportSide;
  readonly row: number;
  readonly json: string;
};

/** The error rows of runs. */
export interface ImportErrorStore {
  /** Inserts error rows, or replaces those with the same id. */
  save(account: AccountId, run: ImportRunId, errors: readonly ImportErrorRow[]): Promise<void>;
  page(account: AccountId, page: ErrorPage): Promise<StoredError[]>;
  /** Takes rows of a run out; ids that are not there are passed over. */
  remove(account: AccountId, run: ImportRunId, ids: readonly number[]): Promise<void>;
}
