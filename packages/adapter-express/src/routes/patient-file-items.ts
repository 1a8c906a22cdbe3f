import { cahpsTypes, fileStatuses } from "@repute/domain";
import type { Schema } from "../schema.js";
import { exactly } from "../schema.js";
import { text } from "./item-schemas.js";
import { keyed } from "./keyed.js";

const count = (description: string) => ({ type: "integer", description }) as const satisfies Schema;
const told = (description: string) => ({ type: "string", description }) as const satisfies Schema;

const file = {
  file_id: count("File id"),
  integration_connection: text("The connection that the file came in by"),
  file_transform: text("The transform that was applied to the file"),
  download_status: {
    type: "string",
    enum: fileStatuses,
    description: "`Done` once the file is parsed, `Failed` where it could not be",
  },
  is_test: { type: "boolean", description: "Whether the file is a test" },
  cahps_type: { type: "string", enum: cahpsTypes, description: "The survey that the patients are for" },
  total_patients: count("Rows of patients; 0 until the file is parsed"),
  warnings_count: count("Rows with a defect or a warning: as many as the file's warnings have records"),
  created_at: told("When the file was uploaded, ISO 8601"),
  created_by: told("E-mail address of who uploaded the file, or `system`"),
} as const;

/** A parsed file as it is published. */
export const patientFileItem = {
  title: "CahpsParsedFile",
  ...exactly(file),
  examples: [
    {
      file_id: 7,
      integration_connection: null,
      file_transform: null,
      download_status: "Done",
      is_test: false,
      cahps_type: "OASCAHPS",
      total_patients: 224,
      warnings_count: 109,
      created_at: "2026-06-01T12:00:00+00:00",
      created_by: "ann@example.com",
    },
  ],
} as const satisfies Schema;

const findings = (description: string) =>
  ({
    type: "array",
    description,
    items: exactly({
      code: told("What was found, in snake case: the same words for ever"),
      field: text("The member of `patient_info` that it is about"),
      text: told("The same for people"),
    }),
  }) as const satisfies Schema;

const record = {
  title: "CahpsWarning",
  ...exactly({
    id: count("Warning record id"),
    patient_id: told("From the row"),
    patient_info: {
      type: "object",
      description: "The row: known columns under their canonical names, others under their headings; values as sent",
      additionalProperties: { type: "string" },
    },
    location_name: told("From the row"),
    row_note: told("What was found, defects first, separated by semicolons"),
    notes: {
      description: "What was found, each with its code",
      ...exactly(
        {
          discovered_defects: findings("What keeps the patient from being surveyed"),
          warnings: findings("What needs a look; the patient can be surveyed"),
          notes_string: told("The same as `row_note`"),
        },
        "discovered_defects",
        "warnings",
      ),
    },
  }),
  examples: [
    {
      id: 7_000_012,
      patient_id: "MRN-5",
      patient_info: { first_name: "Cal", last_name: "Reed", patient_id: "MRN-5", date_of_birth: "2010-05-11" },
      location_name: "Main Street",
      row_note: "Patient was 15 on the date of service",
      notes: {
        discovered_defects: [
          { code: "under_18", field: "date_of_birth", text: "Patient was 15 on the date of service" },
        ],
        notes_string: "Patient was 15 on the date of service",
      },
    },
  ],
} as const satisfies Schema;

/** What was said of the rows of a file. */
export const patientWarnings = exactly({
  file_id: { ...file.file_id, examples: [7] },
  cahps_type: { ...file.cahps_type, examples: ["OASCAHPS"] },
  records: { type: "array", description: "Rows with a defect or a warning, by row", items: keyed(record, "_file_id") },
});
