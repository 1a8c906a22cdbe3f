/** What may be said of a row that was skipped, or that has a gap. */
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

/** `error`: data or a mapping to be corrected. `warning`: a rule did its work, or a gap that stops nothing. */
export type ImportErrorLevel = "error" | "warning";

/** What a row is judged for: the appointment that it tells of, or the invite that would follow. */
export const importSides = ["appointments", "invites"] as const;
export type ImportSide = (typeof importSides)[number];
