import { cahpsTypes, fileStatuses } from "@repute/domain";
import { route } from "../route.js";
import { exactly, listOf, type Schema } from "../schema.js";
import { keyed, text } from "./item-schemas.js";
import { date, keyQuery, keys } from "./list-query.js";

const count = (description: string) => ({ type: "integer", description }) as const satisfies Schema;
const textField = (description: string) => ({ type: "string", description }) as const satisfies Schema;

const file = {
  file_id: count("File id."),
  integration_connection: text("Name of the connection that delivered the file. Null if there is none."),
  file_transform: text("Name of the transform that was applied to the file. Null if there is none."),
  download_status: {
    type: "string",
    enum: fileStatuses,
    description:
      "Processing status: `Pending`, then `Started`, then `Done` or `Failed`. `Failed` means that the file could not be parsed.",
  },
  is_test: { type: "boolean", description: "True for a test file." },
  cahps_type: { type: "string", enum: cahpsTypes, description: "CAHPS survey of the file." },
  total_patients: count("Number of patient rows. 0 until the file is parsed."),
  warnings_count: count(
    "Number of rows with a defect or warning. Equals the number of records at `/cahps-parsed-files/{file_id}/warnings`.",
  ),
  created_at: textField("Time when the file was uploaded, as an ISO 8601 timestamp in UTC."),
  created_by: textField("Email address of the user who uploaded the file, or `system` for automatic uploads."),
} as const;

/** Schema of a patient-survey file. */
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
      code: textField("Code of the finding, in snake case. Codes do not change."),
      field: text(
        "Key of the value in `patient_info` that the finding is about. Null if the finding is not about a single value.",
      ),
      text: textField("Explanation of the finding in English."),
    }),
  }) as const satisfies Schema;

const record = {
  title: "CahpsWarning",
  ...exactly({
    id: count("Warning record id."),
    patient_id: textField("Patient id from the row."),
    patient_info: {
      type: "object",
      description:
        "Values of the row, as received. Keys are standard names such as `first_name` for known columns, and the headings of the file for other columns.",
      additionalProperties: { type: "string" },
    },
    location_name: textField("Location name from the row."),
    row_note: textField("Texts of all findings, separated by semicolons. Defects come before warnings."),
    notes: {
      description: "Findings (defects and warnings), each with a code.",
      ...exactly(
        {
          discovered_defects: findings("Defects, which exclude the patient from the survey. Absent if there are none."),
          warnings: findings("Warnings, which do not exclude the patient from the survey. Absent if there are none."),
          notes_string: textField("Equal to `row_note`."),
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

/** Schema of the defects and warnings in a patient-survey file. */
const patientWarnings = exactly({
  file_id: { ...file.file_id, examples: [7] },
  cahps_type: { ...file.cahps_type, examples: ["OASCAHPS"] },
  records: {
    type: "array",
    description: "Rows with a defect or warning, in file order.",
    items: keyed(record, "_file_id"),
  },
});

export const patientFiles = route({
  method: "get",
  path: "/cahps-parsed-files",
  operation: "listCahpsParsedFiles",
  tag: "Patient-survey files",
  summary: "List patient-survey files",
  description:
    "Patient files for CAHPS surveys, newest upload first. `start_date` and `end_date` are required and inclusive. Both refer to the upload time. The list includes files that failed or are not parsed yet. The field `download_status` shows the status of a file.",
  access: "data-sync",
  key: ["file_id"],
  refuses: ["invalid_date", "reversed_dates"],
  readsQuery: true,
  query: {
    type: "object",
    properties: {
      start_date: date("Selects files uploaded at or after this time."),
      end_date: date(
        "Selects files uploaded at or before this time. A date includes the whole day in the account's time zone.",
      ),
      cahps_type: {
        type: "string",
        enum: cahpsTypes,
        description: "Selects files for this CAHPS survey. Defaults to both surveys.",
        examples: ["HCAHPS"],
      },
      keys,
    },
    required: ["start_date", "end_date"],
  },
  reply: listOf(keyed(patientFileItem)),
  stream: (domain, { account, query }) => domain.patientSurveys.list(account, query),
});

export const patientFileWarnings = route({
  method: "get",
  path: "/cahps-parsed-files/:file_id/warnings",
  operation: "listCahpsWarnings",
  tag: "Patient-survey files",
  summary: "List patient-survey warnings",
  description:
    "Rows with a defect or warning in one file, in file order. A defect excludes the patient from the survey. A warning does not exclude the patient. The " +
    "list is empty until the `download_status` of the file is `Done`.",
  access: "data-sync",
  key: ["id"],
  refuses: ["file_not_found"],
  params: {
    type: "object",
    properties: { file_id: { type: "string", description: "File id from `/cahps-parsed-files`.", examples: ["7"] } },
    required: ["file_id"],
  },
  query: keyQuery,
  reply: patientWarnings,
  stream: (domain, { account, params, query }) => domain.patientSurveys.warnings(account, params.file_id, query),
});
