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
  summary: "Imports of appointments, the last one first",
  access: "data-sync",
  key: ["import_id"],
  refuses: ["invalid_date", "reversed_dates"],
  query: {
    type: "object",
    properties: {
      start_date: date("Runs whose earliest appointment is on that day or later"),
      end_date: date("Runs whose earliest appointment is on that day or before"),
      show_test_runs: {
        type: "string",
        enum: ["true", "false"],
        description: "Whether test runs are in the list; then every run says whether it is one",
        examples: ["true"],
      },
      keys,
    },
  },
} as const;

/** Import runs, the last one first. */
export const imports = route({
  ...facts,
  reply: listOf(keyed(importRunItem)),
  stream: (domain, { account, query }) => domain.imports.list(account, query, { errors: true }),
});

/** The same without errors by type. */
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
    properties: { import_id: { type: "string", description: "Run id: one of the list of imports", examples: ["7"] } },
    required: ["import_id"],
  },
  query: {
    type: "object",
    properties: {
      error_types: {
        type: "string",
        description: `Types of error, separated by commas: some of ${importErrorTypes.join(", ")}`,
        examples: ["location_mismatch,provider_mismatch"],
      },
      keys,
    },
  },
  reply: importDetails,
} as const;

/** What was said of rows' appointments. */
export const importAppointments = route({
  ...detailFacts,
  path: "/integration-imports/:import_id/appointments",
  operation: "listImportAppointments",
  summary: "What keeps rows of an import from becoming appointments, or is missing in them, by id",
  stream: (domain, { account, params, query }) =>
    domain.imports.errors(account, params.import_id, "appointments", query),
});

/** What was said of rows' invites. */
export const importInvites = route({
  ...detailFacts,
  path: "/integration-imports/:import_id/invites",
  operation: "listImportInvites",
  summary: "What keeps patients of an import from getting an invite, by id",
  stream: (domain, { account, params, query }) => domain.imports.errors(account, params.import_id, "invites", query),
});
