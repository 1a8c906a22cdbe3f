import { importErrorTypes } from "@repute/domain";
import { route } from "../route.js";
import { exactly, listOf, type Schema } from "../schema.js";
import { day, keyed, text } from "./item-schemas.js";
import { date, keys } from "./list-query.js";

const count = (description: string) => ({ type: "integer", description }) as const satisfies Schema;
const textField = (description: string) => ({ type: "string", description }) as const satisfies Schema;

const dateField = (description: string) => ({ type: "string", format: "date", description }) as const satisfies Schema;

const counts = (description: string) =>
  ({ type: "object", description, additionalProperties: { type: "integer" }, examples: [{ stops: 1 }] }) as const;

const errors = {
  ...exactly({
    appointments: counts("Number of rows per type of error or warning about appointments. Empty if there are none."),
    invites: counts("Number of rows per type of error or warning about invites. Empty if there are none."),
  }),
  description: "Number of rows per type of error or warning.",
} as const satisfies Schema;

const run = {
  import_id: count("Id of the import run."),
  rows_processed: count("Number of rows, excluding canceled, no-show, rescheduled and deleted appointments."),
  mismatches: count("Number of errors and warnings about unknown locations and providers."),
  warnings: count("Number of warnings about appointments and invites."),
  appointment_captured: count("Number of rows whose appointment was stored or updated."),
  new_patients: count("Number of patients whose first appointment in the account was stored by this run."),
  scheduled_invites: count("Number of rows for which an invite was scheduled."),
  skipped_appointments: count("Number of rows whose appointment was not stored."),
  skipped_invites: count("Number of rows for which no invite was scheduled. 0 if the connection sends no invites."),
  start_date: dateField(
    "Date of the earliest appointment in the file, as `YYYY-MM-DD`. The upload date if no row has a usable date.",
  ),
  end_date: dateField(
    "Date of the latest appointment in the file, as `YYYY-MM-DD`. The upload date if no row has a usable date.",
  ),
  upload_date: textField("Time when the file was received, as `YYYY-MM-DD HH:mm:ss` in UTC."),
  undone_at: textField(
    "Time when the run was undone, as `YYYY-MM-DD HH:mm:ss` in UTC. Only present if the run was undone. The numbers of appointments, invites and patients then count only what remains.",
  ),
  is_test: {
    type: "boolean",
    description:
      "True for a test run, which stores no appointments and sends no invites. Only present with `show_test_runs=true`.",
  },
} as const;

const example = {
  import_id: 7,
  rows_processed: 5,
  mismatches: 2,
  warnings: 2,
  errors: {
    appointments: { location_mismatch: 1, provider_mismatch: 1, duplicate_appointment: 1 },
    invites: { missing_contact: 1, stops: 1 },
  },
  appointment_captured: 3,
  new_patients: 3,
  scheduled_invites: 1,
  skipped_appointments: 2,
  skipped_invites: 4,
  start_date: "2026-05-28",
  end_date: "2026-05-28",
  upload_date: "2026-06-01 12:00:00",
};
const { errors: _, ...exampleV1 } = example;

/** Schemas of an import run. The v1 schema does not contain the number of errors by type. */
export const importRunItem = {
  title: "ImportRun",
  ...exactly({ ...run, errors }, "is_test", "undone_at"),
  examples: [example],
};
const importRunItemV1 = { title: "ImportRunV1", ...exactly(run, "is_test", "undone_at"), examples: [exampleV1] };

const record = {
  title: "ImportRecord",
  ...exactly(
    {
      id: count("Id of the record. A record about an appointment and a record about an invite never have the same id."),
      error_type: { type: "string", enum: importErrorTypes, description: "Type of the error or warning." },
      error_level: {
        type: "string",
        enum: ["error", "warning"],
        description:
          "`error` means that the data in the file or the settings of the account must be corrected. `warning` means that no correction is needed because a rule was applied, or because missing data had no effect.",
      },
      patient_name: textField("Patient name from the row."),
      patient_id: textField("Patient id from the row."),
      appointment_date: text(
        "Timestamp of the appointment, or its date if the row has no time of day. Null if missing or invalid.",
      ),
      location_name: textField("Location from the row."),
      provider: textField("Provider from the row."),
      phone: text(
        "First valid number of the mobile, home and work phone, in that order. In E.164 format. Null if there is none.",
      ),
      email: text("Email address from the row. Null if missing or invalid."),
      date_of_birth: day("Date of birth, as `YYYY-MM-DD`. Null if missing or invalid."),
      state: text("Two-letter abbreviation of the patient's state. Null if missing or invalid."),
      match_info: {
        type: "object",
        description:
          "Details of the error or warning. The keys depend on `error_type`. `location_mismatch`, `provider_mismatch`, `silenced` and `appointment_date` have " +
          "`field` and `value`. `duplicate_appointment`, `duplicate_invite` and `invite_day_rule` have `existing_id` and `existing_date` of the other appointment or " +
          "invite. If the other appointment or invite comes from an earlier row of the same file, these types also have `existing_row`, the number of that row. If a later row of the file replaces this row, the " +
          "only key is `superseded_by_row`. If the contact has too many invites on the day, `invite_day_rule` has only `allowed_per_day`. `stops` has `contact` and `since`. `appointment_day_rule` has `allowed_from` and `allowed_to`. If the run was undone, all types also have `undone_at`.",
        examples: [{ field: "location", value: "L-9" }],
      },
    },
    "match_info",
  ),
  examples: [
    {
      id: 31,
      error_type: "location_mismatch",
      error_level: "error",
      patient_name: "Cal Reed",
      patient_id: "MRN-5",
      appointment_date: "2026-05-28",
      location_name: "L-9",
      provider: "P-10",
      phone: "+18015550142",
      email: "cal.reed@example.com",
      date_of_birth: "1980-05-01",
      state: "UT",
      match_info: { field: "location", value: "L-9" },
    },
  ],
} as const satisfies Schema;

/** Schema of the errors and warnings of an import run, about either appointments or invites. */
const importDetails = exactly({
  import_id: { ...run.import_id, examples: [7] },
  upload_date: { ...run.upload_date, examples: ["2026-06-01 12:00:00"] },
  records: { type: "array", description: "Errors and warnings, sorted by id.", items: keyed(record, "_import_id") },
});

const facts = {
  method: "get",
  path: "/integration-imports",
  operation: "listImports",
  tag: "Imports",
  summary: "List imports",
  description:
    "Runs of appointment imports, newest first by `import_id`. `start_date` and `end_date` are inclusive and refer to the day of " +
    "the earliest appointment in the run. Test runs are included only with `show_test_runs=true`.",
  access: "data-sync",
  key: ["import_id"],
  refuses: ["invalid_date", "reversed_dates"],
  query: {
    type: "object",
    properties: {
      start_date: date("Selects runs whose earliest appointment is on or after this day."),
      end_date: date("Selects runs whose earliest appointment is on or before this day."),
      show_test_runs: {
        type: "string",
        enum: ["true", "false"],
        description: "With `true`, the list includes test runs and each run has `is_test`. Defaults to `false`.",
        examples: ["true"],
      },
      keys,
    },
  },
} as const;

export const imports = route({
  ...facts,
  reply: listOf(keyed(importRunItem)),
  stream: (domain, { account, query }) => domain.imports.list(account, query, { errors: true }),
});

/** Lists import runs for v1. Unlike in v2, the runs do not include the number of errors by type. */
export const importsV1 = route({
  ...facts,
  reply: listOf(keyed(importRunItemV1)),
  stream: (domain, { account, query }) => domain.imports.list(account, query, { errors: false }),
});

const detailFacts = {
  method: "get",
  tag: "Imports",
  access: "data-sync",
  key: ["id"],
  refuses: ["unknown_error_type", "import_not_found"],
  params: {
    type: "object",
    properties: {
      import_id: { type: "string", description: "Import id from `/integration-imports`.", examples: ["7"] },
    },
    required: ["import_id"],
  },
  query: {
    type: "object",
    properties: {
      error_types: {
        type: "string",
        description: `Comma-separated error types. Defaults to all types. Accepted types: ${importErrorTypes.join(", ")}.`,
        examples: ["location_mismatch,provider_mismatch"],
      },
      keys,
    },
  },
  reply: importDetails,
} as const;

/** Lists the errors and warnings about the appointments of an import run. */
export const importAppointments = route({
  ...detailFacts,
  path: "/integration-imports/:import_id/appointments",
  operation: "listImportAppointments",
  summary: "List appointment errors of an import",
  description:
    "Errors and warnings about the appointments of one import, sorted by id. Each record is one error or warning. A row of the file can have " +
    "several records, such as an unknown location and an unknown provider. Some records do not prevent the import of the appointment. The field " +
    "`error_level` shows which records need correction.",
  stream: (domain, { account, params, query }) =>
    domain.imports.errors(account, params.import_id, "appointments", query),
});

/** Lists the errors and warnings about the invites of an import run. */
export const importInvites = route({
  ...detailFacts,
  path: "/integration-imports/:import_id/invites",
  operation: "listImportInvites",
  summary: "List invite errors of an import",
  description:
    "Reasons why no invite was scheduled for rows of one import, sorted by id. If the import connection schedules invites but " +
    "stores no appointments, the list also has the records about unknown locations and providers. Rows skipped because of the patient's age have no record.",
  stream: (domain, { account, params, query }) => domain.imports.errors(account, params.import_id, "invites", query),
});
