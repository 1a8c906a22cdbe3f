import { cahpsTypes } from "@repute/domain";
import { route } from "../route.js";
import { listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { date, keyQuery, keys } from "./list-query.js";
import { patientFileItem, patientWarnings } from "./patient-file-items.js";

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
