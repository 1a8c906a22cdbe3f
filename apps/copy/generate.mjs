// Generates src/shape/described-fields.ts, the types and descriptions of the copied fields, from docs/openapi.json.
import { readFile, writeFile } from "node:fs/promises";

const source = new URL("../../docs/openapi.json", import.meta.url);
const target = new URL("src/shape/described-fields.ts", import.meta.url);
const { components, paths: operations } = JSON.parse(await readFile(source, "utf8"));

/** Paths of lists whose path contains an id. */
const paths = {
  "integration-imports/appointments": "integration-imports/{import_id}/appointments",
  "integration-imports/invites": "integration-imports/{import_id}/invites",
  "cahps-parsed-files/warnings": "cahps-parsed-files/{file_id}/warnings",
};

/** Schemas of the lists that are available only in the change feed. */
const feedOnly = {
  "campaign-catalog": "CampaignCatalogItem",
  spends: "SpendItem",
  appointments: "AppointmentItem",
  account: "AccountItem",
};

/** Members that contain nested rows, by the table into which the rows are copied. */
const nested = {
  survey_answers: ["survey-responses", "questions"],
  invite_clicks: ["invites", "clicked"],
};

/** Column types of strings by format, and of other values by type. */
const columnTypes = {
  string: { "date-time": "timestamp", date: "date" },
  integer: "integer",
  number: "number",
  boolean: "boolean",
  array: "json",
  object: "json",
};

function columnType({ type = "object", format }) {
  const found = columnTypes[[type].flat().find((one) => one !== "null")];
  return typeof found === "string" ? found : (found[format] ?? "text");
}

const fieldsOf = (properties) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name !== "_id" && name !== "_changed_at")
      .map(([name, schema]) => [name, { type: columnType(schema), description: textOf(schema) }]),
  );

const textOf = ({ description = "" }) =>
  description.replace(/ ?Only present with `keys=true`\./, "").replaceAll("`", "");

function itemOf(list) {
  const schema = operations[`/v2/${paths[list] ?? list}`]?.get?.responses["200"]?.content["application/json"]?.schema;
  const [, name = feedOnly[list]] =
    /"items":\{"\$ref":"#\/components\/schemas\/(\w+)"\}/.exec(JSON.stringify(schema ?? "")) ?? [];
  if (name === undefined) throw new Error(`docs/openapi.json does not describe the items of ${list}`);
  return components.schemas[name].properties;
}

const lists = components.schemas.Change.properties.list.enum.map((list) => [list, fieldsOf(itemOf(list))]);
const rows = Object.entries(nested).map(([table, [list, member]]) => {
  const { items } = itemOf(list)[member];
  return [table, fieldsOf(items.properties ?? components.schemas[items.$ref.split("/").pop()].properties)];
});
const literal = (entries) => JSON.stringify(Object.fromEntries(entries), undefined, 2);
const code = `// Made from docs/openapi.json: change the routes instead.
import type { ColumnType } from "./table.js";

type Fields = Readonly<Record<string, { readonly type: ColumnType; readonly description: string }>>;

/** Fields of the items of each list, in the order of the change feed. */
export const listFields: Readonly<Record<string, Fields>> = ${literal(lists)};

/** Fields of the nested rows by child table. */
export const rowFields: Readonly<Record<string, Fields>> = ${literal(rows)};
`;
await writeFile(target, code);
