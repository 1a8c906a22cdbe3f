import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { ImportRunId, MessageId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { ImportErrorCounts } from "./import-items.js";

/** Counters and date range of a run. */
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
  /** First and last local date of the appointments. Default to the date of the upload if no row has a usable date. */
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
};

/** Data of a run that is known before its rows are judged. */
export type ImportStart = {
  readonly connection: string;
  /** Whether the run judges all rows without storing appointments or invites. */
  readonly isTest: boolean;
  readonly uploadedAt: Instant;
};

import type { RunWithdrawals } from "./run-withdrawals.js";

/** An import of one file. */
export type ImportRun = ImportStart & ImportCounts & { readonly id: ImportRunId };

/** Next id of each kind of record. */
export type RunIds = { readonly appointments: number; readonly invites: number; readonly errors: number };

/** The stored state of a run. A run is decided as a whole, stored in parts, and visible only when it is complete. */
export type StoredRun = {
  readonly run: ImportRun;
  readonly isComplete: boolean;
  /** Digest of the rows, the connection and the test mode. */
  readonly digest: string;
  /** Key of the run's staged rows. */
  readonly staging: string;
  readonly messageId: MessageId | null;
  readonly firstIds: RunIds;
  readonly nextIds: RunIds;
  readonly withdrawals: RunWithdrawals;
  /** Number of rows dropped because they are about erased people. No other counter includes these rows. */
  readonly suppressed: number;
};
