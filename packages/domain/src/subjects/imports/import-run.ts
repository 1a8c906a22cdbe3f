import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { ImportRunId, MessageId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { ImportErrorCounts } from "./import-items.js";
import type { RunWithdrawals } from "./run-withdrawals.js";

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

/** Data of an import run that is known before its rows are checked. */
export type ImportStart = {
  readonly connection: string;
  /** True for a test run, which checks all rows without storing appointments or invites. */
  readonly isTest: boolean;
  readonly uploadedAt: Instant;
};

/** Import of one appointment file, with its results. */
export type ImportRun = ImportStart & ImportCounts & { readonly id: ImportRunId };

/** Next id for each kind of record. */
export type RunIds = { readonly appointments: number; readonly invites: number; readonly errors: number };

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
};
