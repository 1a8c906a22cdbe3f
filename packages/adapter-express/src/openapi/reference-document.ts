import { accepted, type Audience, type TokenKind } from "@repute/domain";
import { audienceOf } from "../auth.js";
import type { Route, RouteTable } from "../route.js";
import type { Schema } from "../schema.js";
import { codeSamplesOf } from "./code-samples.js";
import { commonErrors } from "./common-errors.js";
import { documentOf, templateOf } from "./open-api-document.js";
import { exampleOf, type Operation } from "./operation.js";

export type ReferenceVersion = "v1" | "v2";

const usage =
  "Enter a token at the top of this page. The code samples then contain the token, and **Try it** sends requests with it. The first request of a " +
  "list covers the last seven days and ten rows.";

type Parameter = Operation["parameters"][number];

/**
 * Returns the part of the OpenAPI document that the page of the API reference shows for one API version.
 * Each operation has code samples, and its first request is small. Shared errors are in one section.
 * The page replaces the placeholders, such as `{{base}}` and `{{token:api-token}}`.
 */
export function referenceDocument(tables: readonly RouteTable[], version: ReferenceVersion) {
  const shown = tables.filter(({ prefix }) => (prefix === "/v1") === (version === "v1"));
  const document = documentOf(shown, "{{base}}", "own");
  return {
    ...document,
    info: { ...document.info, title: `Repute API ${version}`, description: `${usage}\n\n${document.info.description}` },
    tags: [...document.tags, { name: "Errors", description: commonErrors(shown) }],
    paths: pathsOf(shown, document.paths),
    components: {
      ...document.components,
      securitySchemes: { token: { type: "apiKey", in: "header", name: "api-token" } },
    },
  };
}

function pathsOf(tables: readonly RouteTable[], operations: Readonly<Record<string, Record<string, Operation>>>) {
  const paths: Record<string, Record<string, object>> = {};
  for (const { prefix, dataSync, routes } of tables) {
    for (const route of routes) {
      const path = templateOf(prefix + route.path);
      const operation = operations[path]?.[route.method];
      if (!operation) continue;
      (paths[path] ??= {})[route.method] = shownOperation(operation, path, route, audienceOf(route.access, dataSync));
    }
  }
  return paths;
}

function shownOperation(operation: Operation, path: string, route: Route, audience: Audience | undefined) {
  const parameters = operation.parameters.map((parameter) => ({
    ...parameter,
    examples: { default: { value: valueOf(parameter), "x-disabled": !isSent(parameter) } },
  }));
  return {
    ...operation,
    security: audience ? [{ token: [] }] : [],
    ...(operation.requestBody && { requestBody: asTest(operation.requestBody) }),
    parameters,
    "x-codeSamples": codeSamplesOf({
      method: route.method,
      url: urlOf(path, operation.parameters),
      headers: audience ? credentialOf(accepted[audience]) : {},
      isFile: route.send !== undefined,
      ...bodyOf(route),
    }),
  };
}

/** Placeholders for the values of parameters that keep the first request small, by name. */
const smallWindow: Readonly<Record<string, string | number>> = {
  ...{ date: "{{start}}", start: "{{start}}", start_date: "{{start}}" },
  ...{ end: "{{end}}", end_date: "{{end}}" },
  limit: 10,
};

/** Parameters whose example the page replaces with an id of the caller's account. */
const ownIds: ReadonlySet<string> = new Set(["survey_id", "import_id", "file_id"]);

const isSent = ({ name, required }: Parameter): boolean => required || name in smallWindow;

function valueOf({ name, required, schema }: Parameter): unknown {
  const { examples: [example] = [] } = schema as Schema;
  return smallWindow[name] ?? (required && ownIds.has(name) ? `{{${name}:${String(example)}}}` : example);
}

function urlOf(path: string, parameters: readonly Parameter[]): string {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((url, parameter) => url.replace(`{${parameter.name}}`, String(valueOf(parameter))), path);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && isSent(parameter))
    .map((parameter) => `${parameter.name}=${String(valueOf(parameter))}`);
  return `{{base}}${filled}${query.length > 0 ? "?" : ""}${query.join("&")}`;
}

const credentialOf = (kinds: readonly (TokenKind | "access-token")[]) => ({
  [`{{header:${kinds.join(" ")}}}`]: `{{token:${kinds.join(" ")}}}`,
});

function bodyOf({ body, form, file }: Route) {
  if (body) return { body: { json: asTest(exampleOf(body)) } };
  if (form) return { body: { form: exampleOf(form) as Readonly<Record<string, string>> } };
  return file ? { body: { file: "image" } } : {};
}

/** Marks the submissions in an example as tests, so that a pasted sample creates no conversion that counts. */
const asTest = (example: unknown): unknown =>
  JSON.parse(JSON.stringify(example), (name, value: unknown) => (name === "is_test" && value === false ? true : value));
