// Generates src/shape/described-fields.ts, the descriptions of the copied fields, from docs/openapi.json.
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

const textsOf = (properties) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name !== "_id" && name !== "_changed_at")
      .map(([name, { description = "" }]) => [
        name,
        description.replace(/ ?Only present with `keys=true`\./, "").replaceAll("`", ""),
      ]),
  );

function itemOf(list) {
  const schema = operations[`/v2/${paths[list] ?? list}`]?.get?.responses["200"]?.content["application/json"]?.schema;
  const [, name = feedOnly[list]] =
    /"items":\{"\$ref":"#\/components\/schemas\/(\w+)"\}/.exec(JSON.stringify(schema ?? "")) ?? [];
  return components.schemas[name]?.properties;
}

const entries = components.schemas.Change.properties.list.enum.flatMap((list) => {
  const item = itemOf(list);
  return item ? [[list, textsOf(item)]] : [];
});
const children = Object.entries(nested).map(([table, [list, member]]) => {
  const { items } = itemOf(list)[member];
  const properties = items.properties ?? components.schemas[items.$ref?.split("/").pop()]?.properties;
  return [table, textsOf(properties)];
});
const code = `// Made from docs/openapi.json: change the routes instead.

/** Descriptions of fields by list or child table. */
export const describedFields: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(
  Object.fromEntries([...entries, ...children]),
  undefined,
  2,
)};
`;
await writeFile(target, code);
