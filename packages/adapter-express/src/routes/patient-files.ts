import { cahpsTypes } from "@repute/domain";
import { route } from "../route.js";
import { listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { date, keyQuery, keys } from "./list-query.js";
import { patientFileItem, patientWarnings } from "./patient-file-items.js";

/** Files of patients for surveys, the last uploaded one first. */
export const patientFiles = route({
  method: "get",
  path: "/cahps-parsed-files",
  operation: "listCahpsParsedFiles",
  tag: "Patient-survey files",
  summary: "Files of patients for CAHPS surveys, the last uploaded one first",
  access: "data-sync",
  key: ["file_id"],
  refuses: ["invalid_date", "reversed_dates"],
  readsQuery: true,
  query: {
    type: "object",
    properties: {
      start_date: date("Files that were uploaded then or later"),
      end_date: date("Files that were uploaded then or before"),
      cahps_type: { type: "string", enum: cahpsTypes, description: "Files for this survey", examples: ["HCAHPS"] },
      keys,
    },
    required: ["start_date", "end_date"],
  },
  reply: listOf(keyed(patientFileItem)),
  stream: (domain, { account, query }) => domain.patientSurveys.list(account, query),
});

/** What was said of the rows of one of them. */
export const patientFileWarnings = route({
  method: "get",
  path: "/cahps-parsed-files/:file_id/warnings",
  operation: "listCahpsWarnings",
  tag: "Patient-survey files",
  summary:
    "What keeps patients of a file from being surveyed, or needs a look, by row; nothing before the file is `Done`",
  access: "data-sync",
  key: ["id"],
  refuses: ["file_not_found"],
  params: {
    type: "object",
    properties: { file_id: { type: "string", description: "File id: one of the list of files", examples: ["7"] } },
    required: ["file_id"],
  },
  query: keyQuery,
  reply: patientWarnings,
  stream: (domain, { account, params, query }) => domain.patientSurveys.warnings(account, params.file_id, query),
});
