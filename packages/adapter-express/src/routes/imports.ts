import { importErrorTypes } from "@repute/domain";
import { route } from "../route.js";
import { listOf } from "../schema.js";
import { importDetails, importRunItem, importRunItemV1 } from "./import-items.js";
import { keyed } from "./keyed.js";
import { date, keys } from "./list-query.js";

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
