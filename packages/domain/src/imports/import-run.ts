import type { CalendarDate } from "../kernel/calendar-date.js";
import type { ImportRunId, MessageId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { ImportErrorCounts } from "./import-items.js";

/** What came of the rows of a run. */
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
  /** The first and the last local day of the rows' appointments; that of the upload where none is usable. */
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
};

/** What is known of a run before its rows were judged. */
export type ImportStart = {
  readonly connection: string;
  /** Everything is judged, nothing is stored but the run itself. */
  readonly isTest: boolean;
  readonly uploadedAt: Instant;
};

/** One import of one file. */
import type { RunWithdrawals } from "./run-withdrawals.js";
export type ImportRun = ImportStart & ImportCounts & { readonly id: ImportRunId };

/** The first ids that a run gave out, and the first ones of the next run. */
export type RunIds = { readonly appointments: number; readonly invites: number; readonly errors: number };

/** A run as it is kept: decided as a whole, then stored some rows at a time, and seen by nobody until all are. */
export type StoredRun = {
  readonly run: ImportRun;
  readonly isComplete: boolean;
  /** Tells the file and how it was imported from all others. */
  readonly digest: string;
  /** Under which name its rows wait to be stored. */
  readonly staging: string;
  /** What its invites say. */
  readonly messageId: MessageId | null;
  readonly firstIds: RunIds;
  readonly nextIds: RunIds;
  readonly withdrawals: RunWithdrawals;
  /** Rows that were dropped because they are about erased people. They are in no other counter. */
  readonly suppressed: number;
};
