import { spacedInstant } from "../../foundation/kernel/instant.js";
import type { ImportRunItem, ListedImportRun } from "./import-items.js";
import type { ImportRun } from "./import-run.js";

export const importRunItem = (run: ImportRun): ImportRunItem => ({
  import_id: run.id,
  rows_processed: run.rowsProcessed,
  mismatches: run.mismatches,
  warnings: run.warnings,
  errors: run.errors,
  is_test: run.isTest,
  appointment_captured: run.appointmentCaptured,
  new_patients: run.newPatients,
  scheduled_invites: run.scheduledInvites,
  skipped_appointments: run.skippedAppointments,
  skipped_invites: run.skippedInvites,
  start_date: run.startDate,
  end_date: run.endDate,
  upload_date: uploadDateOf(run),
});

/** Formats the upload time of an import run in UTC, such as `2026-03-01 17:05:00`. */
export const uploadDateOf = ({ uploadedAt }: ImportRun): string => spacedInstant(uploadedAt).slice(0, 19);

/** Members of a published import run. `errors` is published only on v2. */
export type RunMembers = { readonly errors: boolean };

/** Converts an import run to a list item. If `tests` is true, the item contains `is_test`. */
export function shownRun(run: ImportRun, members: RunMembers, tests: boolean): ListedImportRun {
  const { errors, is_test: isTest, ...item } = importRunItem(run);
  return { ...item, ...(members.errors ? { errors } : {}), ...(tests ? { is_test: isTest } : {}) };
}
