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
