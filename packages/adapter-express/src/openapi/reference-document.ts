import { accepted, type Audience, type TokenKind } from "@repute/domain";
import type { Route, RouteTable } from "../route.js";
import { audienceOf } from "../router/access.js";
import type { Schema } from "../schema.js";
import { documentOf, exampleOf, type Operation, templateOf } from "./open-api-document.js";
import { type ProblemCode, problemExample } from "./problem-examples.js";
import { commonCodesOf, meaningOf } from "./refusals.js";

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

const introduction =
  "Each operation lists only its own errors. All operations share the errors in these tables. `code` is a member of the response, and it is stable. " +
  "`message` is for people and may change.";

const oauthFormat = "The token endpoint `/oauth/token` returns its errors in the format of RFC 6749.";

type Example = { readonly code: ProblemCode; readonly status: number; readonly message: string };

/** Describes the errors that operations share, as Markdown: a table of the codes with an example of each message. */
function commonErrors(tables: readonly RouteTable[]): string {
  const examples = tables.flatMap(({ dataSync, routes }) =>
    routes.filter(({ oauth }) => !oauth).flatMap((route) => examplesOf(route, dataSync)),
  );
  const byCode = new Map([...examples].reverse().map((example) => [example.code, example]));
  const shared = [...byCode.values()].reverse();
  const statuses = [...new Set(shared.map(({ status }) => status))].sort((a, b) => a - b);
  const sections = statuses.map((status) =>
    sectionOf(
      status,
      shared.filter((example) => example.status === status),
    ),
  );
  const hasOauth = tables.some(({ routes }) => routes.some(({ oauth }) => oauth));
  return [introduction, ...(hasOauth ? [oauthFormat] : []), ...sections].join("\n\n");
}

const examplesOf = (route: Route, dataSync: Audience): readonly Example[] =>
  commonCodesOf(route, audienceOf(route.access, dataSync)).map((code) => ({ code, ...problemExample(code, route) }));

function sectionOf(status: number, examples: readonly Example[]): string {
  const rows = examples.map(({ code, message }) => `| \`${code}\` | ${message} |`);
  return [`**${status}**: ${meaningOf(status)}\n`, "| code | example of the message |", "|---|---|", ...rows].join(
    "\n",
  );
}

/** A request as shown in the API reference. The URL and headers may contain placeholders such as `{{base}}`. */
type SampleRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: SampleBody;
  /** True if the response is a file instead of text. */
  readonly isFile: boolean;
};

/** A body in JSON, as a form, or as a form with a file. `file` is the name of the form field. */
type SampleBody =
  { readonly json: unknown } | { readonly form: Readonly<Record<string, string>> } | { readonly file: string };

/** Source of a body: lines before the request, headers and the expression for the data. */
type BodySource = {
  readonly setup: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly data?: string;
};

const noBody: BodySource = { setup: [], headers: {} };

/** Returns the request as a curl command, as JavaScript for Node, and as Python without packages. */
export const codeSamplesOf = (request: SampleRequest) => [
  { lang: "shell", label: "curl", source: curl(request) },
  { lang: "node", label: "Node", source: node(request) },
  { lang: "python", label: "Python", source: python(request) },
];

function curl({ method, url, headers, body, isFile }: SampleRequest): string {
  const usual = body ? "post" : "get";
  return [
    `curl "${url}"`,
    ...(method === usual ? [] : [`-X ${method.toUpperCase()}`]),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body ? curlBody(body) : []),
    ...(isFile ? ["-o photo"] : []),
  ].join(" \\\n  ");
}

function curlBody(body: SampleBody): readonly string[] {
  if ("json" in body) {
    const json = JSON.stringify(body.json, null, 2).replace(/'/g, "'\\''");
    return ['-H "Content-Type: application/json"', `-d '${json}'`];
  }
  if ("form" in body) return Object.entries(body.form).map(([name, value]) => `--data-urlencode "${name}=${value}"`);
  return [`-F "${body.file}=@photo.png;type=image/png"`];
}

function node({ method, url, headers, body, isFile }: SampleRequest): string {
  const source = body ? nodeBody(body) : noBody;
  const options = optionsOf(method, { ...headers, ...source.headers }, source.data, {
    method: "  method: ",
    headers: "  headers: ",
    data: "  body: ",
  });
  const second = options.length > 0 ? `, {\n${options.join("\n")}\n}` : "";
  return [
    ...(isFile ? ['const { writeFile } = await import("node:fs/promises");'] : []),
    ...source.setup,
    `const response = await fetch("${url}"${second});`,
    isFile
      ? 'await writeFile("photo", Buffer.from(await response.arrayBuffer()));'
      : "console.log(response.status, await response.text());",
  ].join("\n");
}

function nodeBody(body: SampleBody): BodySource {
  if ("json" in body) {
    return {
      setup: [],
      headers: { "Content-Type": "application/json" },
      data: `JSON.stringify(${literalIn(body.json)})`,
    };
  }
  if ("form" in body) return { ...noBody, data: `new URLSearchParams(${literalIn(body.form)})` };
  return {
    setup: [
      'const { openAsBlob } = await import("node:fs");',
      "const form = new FormData();",
      `form.append("${body.file}", await openAsBlob("photo.png", { type: "image/png" }));`,
    ],
    headers: {},
    data: "form",
  };
}

function python({ method, url, headers, body, isFile }: SampleRequest): string {
  const source = body ? pythonBody(body) : noBody;
  const options = optionsOf(method, { ...headers, ...source.headers }, source.data, {
    method: "    method=",
    headers: "    headers=",
    data: "    data=",
  });
  return [
    "import urllib.request",
    ...source.setup,
    `request = urllib.request.Request(\n    "${url}",\n${options.map((line) => `${line}\n`).join("")})`,
    "response = urllib.request.urlopen(request)",
    isFile
      ? 'written = open("photo", "wb").write(response.read())'
      : "print(response.status, response.read().decode())",
  ].join("\n");
}

function pythonBody(body: SampleBody): BodySource {
  if ("json" in body) {
    return {
      setup: ["import json", `body = ${pythonLiteral(body.json)}`],
      headers: { "Content-Type": "application/json" },
      data: "json.dumps(body).encode()",
    };
  }
  if ("form" in body) {
    const setup = ["import urllib.parse", `form = ${pythonLiteral(body.form)}`];
    return { setup, headers: {}, data: "urllib.parse.urlencode(form).encode()" };
  }
  const disposition = `Content-Disposition: form-data; name=\\"${body.file}\\"; filename=\\"photo.png\\"`;
  return {
    setup: [
      'photo = open("photo.png", "rb").read()',
      `head = "--part\\r\\n${disposition}\\r\\nContent-Type: image/png\\r\\n\\r\\n"`,
    ],
    headers: { "Content-Type": "multipart/form-data; boundary=part" },
    data: 'head.encode() + photo + b"\\r\\n--part--\\r\\n"',
  };
}

/** Returns the arguments of a request, one per line. `prefixes` come before each value. */
function optionsOf(
  method: string,
  headers: Readonly<Record<string, string>>,
  data: string | undefined,
  prefixes: Readonly<Record<"method" | "headers" | "data", string>>,
): readonly string[] {
  return [
    ...(method === "get" ? [] : [`${prefixes.method}"${method.toUpperCase()}",`]),
    ...(Object.keys(headers).length > 0 ? [`${prefixes.headers}${inline(headers)},`] : []),
    ...(data === undefined ? [] : [`${prefixes.data}${data},`]),
  ];
}

function pythonLiteral(value: unknown, indent = ""): string {
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${pythonLiteral(item, inner)},\n`).join("")}${indent}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(member, inner)},\n`,
    );
    return `{\n${members.join("")}${indent}}`;
  }
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : JSON.stringify(value);
}

/** Returns an object with string values as one line that is valid JavaScript and Python. */
const inline = (object: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(object)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(", ")} }`;

/** Returns a value as JavaScript, indented like a member of an object. */
const literalIn = (value: unknown): string => JSON.stringify(value, null, 2).replace(/\n/g, "\n  ");
