import { importErrorTypes } from "@repute/domain";
import type { Schema } from "../schema.js";
import { exactly } from "../schema.js";
import { text } from "./item-schemas.js";
import { keyed } from "./keyed.js";

const count = (description: string) => ({ type: "integer", description }) as const satisfies Schema;
const told = (description: string) => ({ type: "string", description }) as const satisfies Schema;

const counts = (description: string) =>
  ({ type: "object", description, additionalProperties: { type: "integer" }, examples: [{ stops: 1 }] }) as const;

const errors = {
  ...exactly({
    appointments: counts("Rows by type of error, of those about appointments"),
    invites: counts("Rows by type of error, of those about invites"),
  }),
  description: "How many rows have which error",
} as const satisfies Schema;

const run = {
  import_id: count("Run id"),
  rows_processed: count("Rows, without those of cancelled and moved appointments"),
  mismatches: count("How often a location or a provider is not known"),
  warnings: count("How many warnings there are, about appointments and invites"),
  appointment_captured: count("Rows whose appointment was stored or changed"),
  new_patients: count("Patients without any appointment before this run"),
  scheduled_invites: count("Rows whose patients get an invite"),
  skipped_appointments: count("Rows whose appointment was not stored"),
  skipped_invites: count("Rows whose patients get no invite"),
  start_date: told("Day of the earliest appointment"),
  end_date: told("Day of the latest appointment"),
  upload_date: told("When the file came in, `YYYY-MM-DD HH:mm:ss` in UTC"),
  is_test: { type: "boolean", description: "Whether nothing but the run was stored; there with `show_test_runs=true`" },
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

/** A run as it is published, and as it was before runs told of errors by type. */
export const importRunItem = { title: "ImportRun", ...exactly({ ...run, errors }, "is_test"), examples: [example] };
export const importRunItemV1 = { title: "ImportRunV1", ...exactly(run, "is_test"), examples: [exampleV1] };

const record = {
  title: "ImportRecord",
  ...exactly(
    {
      id: count("Record id; unique over both sides"),
      error_type: { type: "string", enum: importErrorTypes, description: "What was said of the row" },
      error_level: {
        type: "string",
        enum: ["error", "warning"],
        description: "`error`: something to be corrected; `warning`: a rule did its work, or a gap that stops nothing",
      },
      patient_name: told("From the row"),
      patient_id: told("From the row"),
      appointment_date: text("A timestamp, or a date where no time was sent; unknown where it is not usable"),
      location_name: told("From the row"),
      provider: told("From the row"),
      phone: text("The first usable number, in E.164"),
      email: text("From the row, where it is usable"),
      date_of_birth: text("`YYYY-MM-DD`"),
      state: text("Two-letter abbreviation"),
      match_info: {
        type: "object",
        description:
          "`{field, value}` of what does not match; `{existing_id, existing_date}` of what was there before; " +
          "`{superseded_by_row}` of a later row of the file; `{contact, since}` of a stop; `{allowed_from, allowed_to}` of a day",
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

/** What was said of the rows of one side of a run. */
export const importDetails = exactly({
  import_id: { ...run.import_id, examples: [7] },
  upload_date: { ...run.upload_date, examples: ["2026-06-01 12:00:00"] },
  records: { type: "array", description: "Rows with an error or a warning, by id", items: keyed(record, "_import_id") },
});
