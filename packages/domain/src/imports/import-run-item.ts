import { spacedInstant } from "../kernel/instant.js";
import type { ImportRun } from "./import-run.js";
import type { ImportRunItem } from "./import-items.js";

/** A run as it is published. */
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

/** `2026-03-01 17:05:00`, in UTC. */
export const uploadDateOf = ({ uploadedAt }: ImportRun): string => spacedInstant(uploadedAt).slice(0, 19);

/** What of a run is published: `errors` in the newer interface only. */
export type RunMembers = { readonly errors: boolean };

/** A run as a list shows it, with tests or without. */
export function shownRun(run: ImportRun, members: RunMembers, tests: boolean): object {
  const { errors, is_test: isTest, ...item } = importRunItem(run);
  return { ...item, ...(members.errors ? { errors } : {}), ...(tests ? { is_test: isTest } : {}) };
}
