import { isoInstant, type NamedWithdrawal, type WithdrawalsOfRun } from "@repute/domain";

/** Formats the withdrawals of an import run for `--json`. */
export const withdrawalsItem = ({ rows, statuses, outcomes, invites, restored, named }: WithdrawalsOfRun) => ({
  rows,
  statuses,
  outcomes,
  invites_withdrawn: invites,
  appointments_restored: restored,
  named: named.map(namedItem),
});

const namedItem = ({ row, status, outcome, appointmentId, invites, patientName, at, ref }: NamedWithdrawal) => ({
  row,
  status,
  outcome,
  appointment_id: appointmentId,
  external_appointment_id: ref,
  appointment_date: shownDate(at),
  patient_name: patientName,
  invites_withdrawn: invites,
});

/** Formats a time as ISO 8601. Leaves a date without a time unchanged. */
export const shownDate = (at: NamedWithdrawal["at"]): string | null => (typeof at === "number" ? isoInstant(at) : at);
