import { document, operations, resolved } from "./openapi.mjs";
import { code, codes, table } from "./tables.mjs";

const lists = operations.filter((operation) => "x-primary-key" in operation);
const others = operations.filter((operation) => !lists.includes(operation));

/** Lists whose parameters and fields other parts of the documentation describe. */
const ownPages = ["/v2/changes", "/v2/checksums", "/v2/aggregate-reviews"];
const ownSections = [...ownPages, "/v1/users", "/v2/campaigns"];
const described = lists.filter(({ path }) => !ownPages.includes(path));

/** Generates the tables of lists, their parameters, headers and items, and of all other endpoints. */
export const parts = () => ({
  lists: table(["Path", "Versions", "Summary", "Key (fields that identify a row)"], byPath(lists).map(listRow)),
  endpoints: table(["Endpoint", "Summary"], others.map(endpointRow)),
  parameters: table(["Lists", "Required parameters", "Optional parameters"], joined(byPath(described).map(pathRow))),
  meanings: table(["Parameter", "Values", "Meaning", "Lists"], parameterRows()),
  headers: table(["Response header", "Meaning"], headerRows()),
  items: schemas().map(itemSection).join("\n\n"),
});

const unversioned = (path) => path.replace(/^\/v[12]/, "");

/** Groups operations by path without its version. */
function byPath(some) {
  const found = new Map();
  for (const one of some) found.set(unversioned(one.path), [...(found.get(unversioned(one.path)) ?? []), one]);
  return [...found].map(([path, versions]) => ({ path, versions, last: versions.at(-1) }));
}

const versionOf = ({ path }) => path.slice(1, 3);

const listRow = ({ path, versions, last }) => [
  code(path),
  versions.map(versionOf).join(", "),
  last.summary,
  codes(last["x-primary-key"]) || "none",
];

const endpointRow = ({ method, path, summary }) => [code(`${method} ${path}`), summary];

/** Builds the row of a path with its parameters. A parameter that only some versions accept shows these versions. */
function pathRow({ path, versions }) {
  const all = new Map(versions.flatMap(({ parameters }) => parameters.map((one) => [one.name, one])));
  const declared = [...all.values()].filter(({ in: place }) => place !== "header");
  const named = (required) =>
    declared
      .filter((one) => one.required === required)
      .map(nameIn(versions))
      .join(", ");
  return [code(path), named(true), named(false)];
}

/** Joins the rows of lists that take the same parameters. */
function joined(rows) {
  const paths = new Map();
  for (const [path, ...cells] of rows) {
    const key = JSON.stringify(cells);
    paths.set(key, [...(paths.get(key) ?? []), path]);
  }
  return [...paths].map(([key, some]) => [some.join(", "), ...JSON.parse(key)]);
}

const nameIn = (versions) => (wanted) => {
  const taking = versions.filter(({ parameters }) => parameters.some(({ name }) => name === wanted.name));
  return taking.length === versions.length
    ? code(wanted.name)
    : `${code(wanted.name)} (${taking.map(versionOf).join(", ")})`;
};

/**
 * Returns the rows of the parameter table.
 * A parameter whose description depends on the list has several rows, which name the lists.
 */
function parameterRows() {
  const found = new Map();
  for (const { path, parameters } of described)
    for (const { name, schema, description, in: place } of parameters) {
      if (place === "header") continue;
      const key = JSON.stringify([name, description]);
      const entry = found.get(key) ?? { name, schema, description, paths: new Set() };
      entry.paths.add(unversioned(path));
      found.set(key, entry);
    }
  const rows = [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return rows.map(({ name, schema, description, paths }) => [
    code(name),
    valuesOf(schema),
    description.replace(/ Accepted types: .*/, " [ImportRecord](#fields) lists the types."),
    rows.filter((row) => row.name === name).length === 1 ? "" : codes([...paths]),
  ]);
}

function valuesOf({ type, enum: choices, minimum, maximum, minLength, maxLength }) {
  if (choices) return codes(choices);
  if (maximum !== undefined) return `${type}, ${minimum} to ${maximum}`;
  return maxLength === undefined ? type : `${type}, ${minLength} to ${maxLength} characters`;
}

const headerRows = () => {
  const named = new Set(
    lists.flatMap(({ responses }) =>
      Object.values(responses).flatMap((one) => Object.keys(resolved(one).headers ?? {})),
    ),
  );
  return [...named].sort().map((name) => [code(name), document.components.headers[name].description]);
};

/**
 * Returns the schemas of items and of submissions.
 * Nested objects follow the schemas that contain them.
 * Version 1 items are skipped because they are subsets of version 2 items.
 */
function schemas() {
  const found = new Map();
  const add = (schema) => {
    const name = schema?.$ref?.split("/").at(-1);
    if (name !== undefined && !found.has(name)) {
      found.set(name, resolved(schema));
      for (const { items, ...property } of Object.values(resolved(schema).properties ?? {}))
        [items, property].forEach(add);
    }
  };
  const current = lists.filter(({ path }) => path.startsWith("/v2") && !ownSections.includes(path));
  current.forEach(({ responses }) => add(itemOf(responses)));
  others
    .filter(({ path }) => path.startsWith("/v1/online-submissions"))
    .flatMap(messagesOf)
    .forEach(add);
  return [...found].filter(([, { properties }]) => properties !== undefined);
}

/** Returns the JSON schemas of an operation's request and successful responses. */
const messagesOf = ({ requestBody, responses }) =>
  [requestBody, responses[200], responses[201]].flatMap(
    (message) => resolved(message)?.content?.["application/json"]?.schema ?? [],
  );

function itemOf(responses) {
  const { schema } = responses[200].content["application/json"];
  return schema.items ?? schema.properties.items?.items ?? schema.properties.records?.items;
}

function itemSection([name, schema]) {
  const rows = fieldRows(schema);
  const parts = [`### ${name}`, schema.description, table(["Field", "Type", "Meaning"], rows)];
  return parts.filter((part) => part !== undefined).join("\n\n");
}

/** Fields that another page describes. */
const otherPages = {
  match_info: "Details that depend on `error_type`: see [`match_info`](appointment-files.md#match_info).",
};

const onlyWithKeys = / ?Only present with `keys=true`\.$/;

/**
 * Returns a row for each field of an object, including the fields of nested objects without their own section.
 * Omits the fields of `keys=true`.
 */
function fieldRows({ properties, required = [] }, path = "") {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const meaning = otherPages[name] ?? schema.description ?? resolved(schema).description ?? "";
    if (onlyWithKeys.test(meaning)) return [];
    const type = required.includes(name) ? typeOf(schema) : `${typeOf(schema)}, optional`;
    const row = [code(path + name), type, meaning.replace(" Null if unknown.", "")];
    const inner = schema.properties ? [schema, "."] : schema.items?.properties ? [schema.items, "[]."] : undefined;
    return inner ? [row, ...fieldRows(inner[0], `${path}${name}${inner[1]}`)] : [row];
  });
}

function typeOf(schema) {
  if (schema.$ref) return `[${schema.$ref.split("/").at(-1)}](#${schema.$ref.split("/").at(-1).toLowerCase()})`;
  const types = [schema.type].flat().map((type) => (type === "array" ? `array of ${typeOf(schema.items)}` : type));
  const text = types.join(" or ");
  if (schema.enum) return `${text}: ${codes(schema.enum.filter((value) => value !== null))}`;
  return schema.maxLength === undefined ? text : `${text}, up to ${schema.maxLength} characters`;
}
