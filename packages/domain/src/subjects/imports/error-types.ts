/** Types of error rows. An error row reports a skipped row or missing data. */
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

/** `error`: data or a mapping must be corrected. `warning`: a rule skipped the row, or optional data is missing. */
export type ImportErrorLevel = "error" | "warning";

/** The two parts of a row that are judged: its appointment, and the invite for the appointment. */
export const importSides = ["appointments", "invites"] as const;
export type ImportSide = (typeof importSides)[number];
