import type { Column } from "./table.js";

/** Columns to index, by table: foreign keys and dates. Tables that are not listed have an index on `id`. */
export const listedIndexes: Readonly<Record<string, readonly string[]>> = {
  reviews: ["location_id", "provider_id", "_invite_id", "_platform_id", "create_time"],
  review_groups: ["group_id"],
  surveys: ["location_id", "provider_id", "_invite_id", "_platform_id", "create_time"],
  survey_groups: ["group_id"],
  survey_responses: ["_survey_id", "location_id", "_survey_at", "survey_date_day"],
  survey_response_groups: ["group_id"],
  survey_answers: ["question_id"],
  invites: ["_location_id", "_provider_id", "sent_at"],
  calls: ["_appointment_id", "_campaign_id", "_location_id", "_call_at", "call_date_day"],
  conversions: ["conversion_id", "_appointment_id", "_campaign_id", "_location_id", "date", "_local_date"],
  insights_by_month: ["location_id", "month"],
  integration_imports: ["import_id", "upload_date"],
  integration_imports_appointments: ["_import_id"],
  integration_imports_invites: ["_import_id"],
  cahps_parsed_files: ["file_id", "created_at"],
  cahps_parsed_files_warnings: ["_file_id"],
  spends: ["campaign_id", "day"],
  appointments: ["appointment_id", "conversion_id", "location_id", "provider_id", "patient_id", "_appt_local_date"],
};

/** Returns the indexed columns of a table. Primary keys already have an index. */
export const indexedColumns = (table: string, columns: readonly Column[]): readonly string[] =>
  listedIndexes[table] ?? columns.flatMap(({ name }) => (name === "id" ? [name] : []));
