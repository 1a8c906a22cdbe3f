import type {
  AccountId,
  AppointmentId,
  ImportAttemptId,
  ImportRunId,
  InviteId,
  ItemKeys,
  MessageId,
} from "../../foundation/kernel/ids.js";
import type { OnStored } from "../../foundation/kernel/storage.js";
import type { CalendarDate, Instant } from "../../foundation/kernel/times.js";
import type { Facts } from "../../foundation/records/personal-data.js";
import type { AppointmentStatus, MomentOrDay } from "../appointments/appointment.js";
import type { Invite } from "../invites/invite.js";
import type { FileLayout } from "./source-system.js";

/**
 * Import of one appointment file, with its results. `undoneAt` is the time when the import was undone. The counters of
 * an undone import have only the effects that remain.
 */
export type ImportRun = ImportStart & ImportCounts & { readonly id: ImportRunId; readonly undoneAt?: Instant };

/** Data of an import run that is known before its rows are checked. */
export type ImportStart = {
  readonly connection: string;
  /** True for a test run, which checks all rows without storing appointments or invites. */
  readonly isTest: boolean;
  readonly uploadedAt: Instant;
};

/** Counters and date range of an import run. */
export type ImportCounts = {
  readonly rowsProcessed: number;
  readonly appointmentCaptured: number;
  readonly skippedAppointments: number;
  readonly scheduledInvites: number;
  readonly skippedInvites: number;
  readonly mismatches: number;
  readonly warnings: number;
  readonly newPatients: number;
  readonly errors: ImportErrorCounts;
  /** First local date of the appointments. If no row has a valid date, the upload date. */
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
};

/**
 * Import run as stored. Once all rows are checked, the run is saved as incomplete. Its records are then stored in
 * several transactions. The run is visible only when it is complete.
 */
export type StoredRun = {
  readonly run: ImportRun;
  readonly isComplete: boolean;
  /** Hash of the rows, the connection and the test mode. */
  readonly digest: string;
  /** Key of the staged rows of the import run. */
  readonly staging: string;
  readonly messageId: MessageId | null;
  readonly firstIds: RunIds;
  readonly nextIds: RunIds;
  readonly withdrawals: RunWithdrawals;
  /**
   * Number of rows that were skipped because they are about erased people. The other counters do not include these
   * rows.
   */
  readonly suppressed: number;
  /**
   * Time from which the journal has the changes of the run. `null` if an earlier version of Repute stored the run, so
   * that it cannot be undone.
   */
  readonly journaledAt: Instant | null;
  /** Progress and result of undoing the run. `null` if the run was not undone. The run is incomplete until the end. */
  readonly undo: RunUndo | null;
};

/** Reasons why an undo does not remove or restore a record. */
export type RemainingReason = "changed" | "sent" | "erased" | "opted_out" | "deceased" | "too_late" | "invited_since";

/** Record that an undo left unchanged. */
export type RemainingRecord = {
  readonly kind: "appointment" | "invite";
  readonly id: number;
  readonly reason: RemainingReason;
};

/** Number of appointments and invites. */
type RecordCounts = { readonly appointments: number; readonly invites: number };

/** Progress and result of undoing a run. */
export type RunUndo = {
  readonly at: Instant;
  readonly removed: RecordCounts;
  readonly restored: RecordCounts;
  readonly reasons: Readonly<Partial<Record<RemainingReason, number>>>;
  /** First 200 records that the undo left unchanged. */
  readonly remaining: readonly RemainingRecord[];
  /** Effects of the run that remain: rows with an appointment, new patients and invites. */
  readonly effects: { readonly captured: number; readonly newPatients: number; readonly invites: number };
  /** Id of the last error row that was published again. */
  readonly errorsAfter: number;
};

/** Next id for each kind of record. */
export type RunIds = { readonly appointments: number; readonly invites: number; readonly errors: number };

/** Types of error rows. An error row reports that a row was skipped or that data is missing. */
export const importErrorTypes = [
  "provider_mismatch",
  "location_mismatch",
  "silenced",
  "duplicate_appointment",
  "appointment_day_rule",
  "appointment_date",
  "stops",
  "invite_day_rule",
  "duplicate_invite",
  "missing_contact",
  "reviewer_name",
  "monitoring_only",
  "missing_date_of_birth",
  "missing_state",
] as const;

export type ImportErrorType = (typeof importErrorTypes)[number];

/**
 * Severity of an error row. `error` means that data or a mapping must be corrected. `warning` means that a rule skipped
 * the row or that optional data is missing.
 */
export type ImportErrorLevel = "error" | "warning";

/** Two parts of a row that are checked separately: the appointment, and the invite for the appointment. */
export const importSides = ["appointments", "invites"] as const;

export type ImportSide = (typeof importSides)[number];

/** Number of error rows, by part of the row (`side`) and by type. Types without error rows are absent. */
export type ImportErrorCounts = Readonly<Record<ImportSide, Readonly<Partial<Record<ImportErrorType, number>>>>>;

/** Error row of an import. `side` is the part of the row with the error, and `row` is the row number in the file. */
export type ImportErrorRow = { readonly side: ImportSide; readonly row: number; readonly item: ImportErrorItem };

/** Possible outcomes of a row that withdraws an appointment. */
export const withdrawalOutcomes = ["withdrawn", "repeated", "unknown", "other_time", "overruled"] as const;

export type WithdrawalOutcome = (typeof withdrawalOutcomes)[number];

/** Row of a file that cancels or deletes an appointment, with the result of doing so. */
export type AppliedWithdrawal = {
  readonly row: number;
  readonly status: AppointmentStatus;
  readonly outcome: WithdrawalOutcome;
  readonly appointmentId: AppointmentId | null;
  readonly invites: number;
  /** Details of a row without a stored appointment. Absent if the patient was erased or the details expired. */
  readonly person?: WithdrawnPerson;
};

/** Details of a row that withdraws an unknown appointment. Erasures find the patient by the id and the contacts. */
export type WithdrawnPerson = Facts & {
  readonly patientName: string | null;
  readonly at: MomentOrDay | null;
  readonly ref: string | null;
};

/** Counters of the rows that withdraw appointments, and up to 200 of these rows. */
export type RunWithdrawals = {
  readonly rows: number;
  readonly statuses: Readonly<Partial<Record<AppointmentStatus, number>>>;
  readonly outcomes: Readonly<Partial<Record<WithdrawalOutcome, number>>>;
  /** Number of planned invites that were deleted. */
  readonly invites: number;
  /** Number of rows that restored a withdrawn appointment. */
  readonly restored: number;
  /** Up to 200 rows that withdraw appointments, in file order. If there are more, unknown appointments come first. */
  readonly named: readonly AppliedWithdrawal[];
};

export const noWithdrawals: RunWithdrawals = {
  ...{ rows: 0, statuses: {}, outcomes: {}, invites: 0, restored: 0, named: [] },
};

/** Attempt to import an appointment file. `run` is `null` until all rows are checked. */
export type ImportAttempt = {
  readonly id: ImportAttemptId;
  readonly startedAt: Instant;
  /** Name of the file without its folder, or `null` for standard input. */
  readonly file: string | null;
  /** Name of the connection. `null` if the account has several connections and the caller specified none. */
  readonly connection: string | null;
  readonly isTest: boolean;
  readonly status: AttemptStatus;
  readonly run: ImportRunId | null;
  /** Error code, or `null` if there is no error. `reason` is the error message. */
  readonly code: string | null;
  readonly reason: string | null;
};

/** Status of an import attempt. `running` lasts until the attempt ends. `empty` means that the file has no rows. */
type AttemptStatus = "running" | "done" | "empty" | "failed";

export type ImportOptions = {
  /** Name of the connection. Defaults to the account's only connection. */
  readonly connection?: string;
  /** If true, checks all rows without storing appointments or invites. */
  readonly isTest?: boolean;
  /**
   * Time when the file was received. Defaults to the current time. Rules about days and intervals are relative to this
   * time.
   */
  readonly uploadedAt?: Instant;
  /** Name or path of the file. The attempt stores only the name without the folder. */
  readonly fileName?: string;
  readonly onProgress?: (progress: ImportProgress) => void;
  /**
   * Receives what is planned for each row, while the rows are checked. Not called if the import completes an
   * interrupted run of the same file.
   */
  readonly plans?: PlanListener;
  /** Function that is called once when the attempt ends, before the import returns or throws. */
  readonly onEnd?: (end: ImportEnd) => void;
  /** Receives the run, whose records are stored next. Not called if the import completes an interrupted run. */
  readonly onStored?: OnStored<ImportRunItem>;
};

/** Reason why a row has no invite although the row has no error row. */
export type UninvitedReason =
  Exclude<AppointmentStatus, "not_settled" | "unknown"> | "later_row" | "no_invites" | "too_young";

/** Plan of an import for a row: an invite, or the reasons why the patient gets none. Unknown strings are empty. */
export type RowPlan = {
  /** Row number in the file. `null` if the plan comes from a stored invite. */
  readonly row: number | null;
  readonly patientName: string;
  readonly patientId: string;
  /** Time or date of the appointment. Empty if the plan comes from a stored invite. */
  readonly appointment: string;
  /** Name of the location in the catalog. */
  readonly location: string;
  /** Invite with its planned time in UTC and the name of its message. `null` if there is none. */
  readonly invite: Readonly<Record<"type" | "sentTo" | "sentAt" | "message", string>> | null;
  /** Error rows and other reasons. Empty if there is an invite. */
  readonly reasons: readonly (UninvitedReason | ImportErrorItem)[];
};

/** Receives the plans of all rows while a file is checked. */
export type PlanListener = {
  /** Called before the first row is checked. Called again if all rows must be checked again. */
  readonly restart: () => Promise<void>;
  readonly add: (plans: readonly RowPlan[]) => Promise<void>;
};

/** Result of an import attempt. `earlier` is the last run of the same file with the same connection and test mode. */
export type ImportEnd = {
  readonly attempt: ImportAttemptItem;
  readonly earlier: ImportRunItem | null;
  /** How the file was read. Absent if the import failed, or if the reader of the file does not say. */
  readonly reading?: FileReading;
  /** True if a person was erased after the rows were checked, so the plans of the rows may name this person. */
  readonly arePlansOutdated?: true;
};

/** How a file was read, and a warning about each column that its table lacks. */
export type FileReading = FileLayout & { readonly warnings: readonly string[] };

/** Progress of an import. `of` is the total number of rows, which is known after the first reading. */
export type ImportProgress = {
  readonly phase: "reading" | "checking" | "storing";
  readonly rows: number;
  readonly of?: number;
};

/** Import run with its counts. */
export type ImportRunItem = {
  readonly import_id: number;
  readonly rows_processed: number;
  readonly mismatches: number;
  readonly warnings: number;
  readonly errors: ImportErrorCounts;
  readonly is_test: boolean;
  readonly appointment_captured: number;
  readonly new_patients: number;
  readonly scheduled_invites: number;
  readonly skipped_appointments: number;
  readonly skipped_invites: number;
  /** First local date of the appointments, as `YYYY-MM-DD`. */
  readonly start_date: string;
  readonly end_date: string;
  /** Time of the upload in UTC, as `YYYY-MM-DD HH:mm:ss`. */
  readonly upload_date: string;
  /** Time when the import was undone, in the same format. Absent if it was not undone. */
  readonly undone_at?: string;
};

/** Item of the list of import runs. `errors` is absent in API v1, and `is_test` without `show_test_runs=true`. */
export type ListedImportRun = ItemKeys &
  Omit<ImportRunItem, "errors" | "is_test"> &
  Partial<Pick<ImportRunItem, "errors" | "is_test">>;

/** Error or warning about a row of an import. A member is `null` if its value is missing or invalid. */
export type ImportErrorItem = {
  readonly id: number;
  readonly error_type: ImportErrorType;
  readonly error_level: ImportErrorLevel;
  readonly patient_name: string;
  readonly patient_id: string;
  readonly appointment_date: string | null;
  readonly location_name: string;
  readonly provider: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly date_of_birth: string | null;
  readonly state: string | null;
  readonly match_info?: Readonly<Record<string, unknown>>;
};

/** Item of the lists of errors and warnings of an import run. `_import_id` is present only with `keys=true`. */
export type ListedImportError = ItemKeys & { readonly _import_id?: number } & ImportErrorItem;

/** Import attempt in the format that operators see. */
export type ImportAttemptItem = {
  readonly attempt_id: number;
  readonly status: AttemptStatus;
  readonly started_at: string;
  readonly file: string | null;
  readonly connection: string | null;
  readonly is_test: boolean;
  readonly import_id: number | null;
  readonly code: string | null;
  readonly reason: string | null;
  /** Time when the import was undone, as ISO timestamp in UTC. Absent if it was not undone. */
  readonly undone_at?: string;
};

export interface ImportRunStore {
  /** Returns the run with the highest id, whether complete or not. */
  last(account: AccountId): Promise<StoredRun | undefined>;
  byId(account: AccountId, id: ImportRunId): Promise<StoredRun | undefined>;
  /** Returns the incomplete runs, in ascending order of id. */
  incomplete(account: AccountId): Promise<StoredRun[]>;
  /**
   * Returns the complete run with this digest, unless it was undone. If there are several, returns the run with the
   * highest id.
   */
  withDigest(account: AccountId, digest: string): Promise<StoredRun | undefined>;
  /** Returns the runs that were undone or are being undone, in ascending order of id. */
  undone(account: AccountId): Promise<StoredRun[]>;
  /** Returns a page of runs, in descending order of id. */
  page(account: AccountId, page: RunPage): Promise<StoredRun[]>;
  /** Inserts a run, or replaces the run with the same id. */
  save(account: AccountId, run: StoredRun): Promise<void>;
}

/**
 * Filter for complete import runs with an id lower than `before` whose start date is in a range. Includes runs that are
 * being undone, test runs if `tests` is true, and incomplete runs if `unfinished` is true.
 */
export type RunPage = {
  readonly before: number;
  readonly limit: number;
  readonly from?: CalendarDate;
  /** End of the date range, exclusive. */
  readonly to?: CalendarDate;
  readonly tests: boolean;
  readonly unfinished?: true;
};

export interface ImportErrorStore {
  /** Inserts error rows, or replaces error rows with the same id. */
  save(account: AccountId, run: ImportRunId, errors: readonly ImportErrorRow[]): Promise<void>;
  page(account: AccountId, page: ErrorPage): Promise<StoredError[]>;
  /** Deletes error rows of an import run. Ignores unknown ids. */
  remove(account: AccountId, run: ImportRunId, ids: readonly number[]): Promise<void>;
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

/** Serialized batch of checked rows. The batches of an import run are stored in the order of `position`. */
export type StagedPart = { readonly position: number; readonly body: string };

/**
 * Steps of the journal. Undoing a run restores appointments, then removes created records, then restores invites.
 * `amended` has records that the run created and then changed.
 */
export const journalSteps = { amended: 0, invites: 1, created: 2, appointments: 3 } as const;

export type JournalStep = (typeof journalSteps)[keyof typeof journalSteps];

/** Position of a journal entry. */
export type JournalPlace = { readonly run: ImportRunId; readonly step: JournalStep; readonly position: number };

/** Serialized changes that some rows of an import run made to stored records. */
export type JournalEntry = JournalPlace & { readonly body: string };

/** Store of the changes that import runs made, with the changed records as they were before. */
export interface JournalStore {
  /** Inserts entries. If an entry exists at the same place, it stays unchanged. */
  add(account: AccountId, entries: readonly JournalEntry[]): Promise<void>;
  /** Returns up to `limit` entries of all runs after a place, in ascending order of run, step and position. */
  page(account: AccountId, after: JournalPlace, limit: number): Promise<JournalEntry[]>;
  /** Returns the last entries of a run, in descending order of step and position. */
  last(account: AccountId, run: ImportRunId, limit: number): Promise<JournalEntry[]>;
  /** Replaces the entry at the same place. */
  replace(account: AccountId, entry: JournalEntry): Promise<void>;
  /** Deletes the entries at these places. */
  remove(account: AccountId, places: readonly JournalPlace[]): Promise<void>;
}

export interface ImportAttemptStore {
  byId(account: AccountId, id: ImportAttemptId): Promise<ImportAttempt | undefined>;
  /** Returns a page of attempts, in descending order of id. */
  page(account: AccountId, page: AttemptPage): Promise<ImportAttempt[]>;
  /**
   * Returns the attempts that are `running`, and the `failed` attempts that have an import run, in ascending order of
   * id.
   */
  unfinished(account: AccountId): Promise<ImportAttempt[]>;
  /** Inserts an attempt, or replaces the attempt with the same id. */
  save(account: AccountId, attempt: ImportAttempt): Promise<void>;
}

type AttemptPage = { readonly before: number; readonly limit: number };

/** Sends the invites that imports schedule. */
export interface InviteSender {
  /**
   * Schedules invites. Called after the invites are stored. `sentAt` is the planned time.
   *
   * If the sender already has an invite with the same id, the new version replaces the old one, because the appointment
   * may have a new time or recipient. After a crash, the last invites of an import may be scheduled a second time.
   * Before sending, the sender must check that the patient has not opted out.
   */
  schedule(account: AccountId, invites: readonly Invite[]): Promise<void>;
  /**
   * Cancels planned invites. Called after invites are deleted because their appointments do not take place.
   *
   * A crash can prevent this call. Therefore, the sender must check before sending that the invite still exists.
   */
  withdraw?(account: AccountId, invites: readonly InviteId[]): Promise<void>;
}
