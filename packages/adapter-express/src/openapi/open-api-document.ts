import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Audience } from "@repute/domain";
import { listForms, type ListType, pageType, wholeList } from "../responses/list-forms.js";
import { type FileBody, type Route, type RouteTable, tags } from "../route.js";
import { audienceOf } from "../router/access.js";
import { itemOf, type ObjectSchema, type Schema } from "../schema.js";
import {
  type Components,
  type Context,
  type HeaderName,
  headersOf,
  newComponents,
  publisher,
  securityOf,
} from "./components.js";
import { oauthRefusalsOf, refusalsOf } from "./refusals.js";

const introduction = `
Repute turns a healthcare practice's reviews, surveys, calls and online submissions into complete JSON lists for a reporting database.

## Credentials

On \`/v1\`, send an account key in the \`api-token\` header. On \`/v2\`, send an API token in the \`api-token\` header, or an access
token in the header \`Authorization: Bearer <access_token>\`. A registered client gets an access token in exchange for a signed assertion.
With the scopes \`submissions.write\` and \`users.manage\`, the access token also uploads submissions and manages users.

## Lists

Lists have the form \`{"items": [...]}\`. Without \`limit\`, the response contains all rows. With \`limit\`, the list has pages, and the \`Link\`
header points to the next page. The description of each operation states the order of the rows. With \`Accept: application/x-ndjson\`, the
response has one item per line. With \`Accept: text/csv\`, the response is a CSV table. The headers \`X-Window-Start\` and \`X-Window-End\` report
the time window that was applied.

## Keeping a copy in sync

Send the \`X-Watermark\` of the last response as \`modified_since\`, and its \`X-Epoch\` as \`epoch\`. Use the rows in the response to overwrite the
rows with the same key in your copy. A 410 means that the service was restored from a backup: get the whole list again. In this document, \`x-primary-key\` names the key fields of each list. If \`x-primary-key\` is empty, send \`keys=true\` to get an id for each
row. An id is unique only within its list.

## Parameters

Empty parameters count as absent, and unknown parameters are ignored. The header \`X-Ignored-Parameters\` names the unknown parameters
that were ignored. Each parameter must appear only once. With \`Prefer: handling=strict\`, empty and unknown parameters are errors (400), and the message suggests the nearest known name. An error response lists all invalid parameters.

## Times

Times are ISO 8601 in UTC, such as \`2026-03-01T17:05:00+00:00\`, unless the description of the field says otherwise. A date in a parameter is a
day in the account's time zone.

## Error format

Errors are \`application/problem+json\` (RFC 9457). Paths that are not in this document return 404 with the code \`no_such_path\`.

## Rate limits

Each credential can send 1,200 requests per minute. Each IP address can send 120 requests for access tokens per minute. The operator of the
service can change both limits. The \`RateLimit\` header reports the number of remaining requests. A request over the limit returns 429 with
\`Retry-After\`.

## Methods

Every path that supports GET also supports HEAD, which returns no body.
`.trim();

export type OpenApiDocument = ReturnType<typeof documentOf>;

/** Builds an OpenAPI 3.1 document from route tables. */
export function documentOf(tables: readonly RouteTable[], server = "/", errors: Context["errors"] = "all") {
  const components = newComponents();
  const paths = pathsOf(tables, { components, tokenUrl: `${server === "/" ? "" : server}/oauth/token`, errors });
  const used = new Set<string>(tables.flatMap(({ routes }) => routes.map(({ tag }) => tag)));
  return {
    openapi: "3.1.0",
    info: {
      title: "Repute",
      version: packageVersion(),
      description: introduction,
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: server }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, text]) => ({ name, description: text })),
    paths,
    components: components.all(),
  };
}

function pathsOf(tables: readonly RouteTable[], context: Context) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { prefix, dataSync, routes } of tables) {
    for (const route of routes) {
      const path = (paths[templateOf(prefix + route.path)] ??= {});
      path[route.method] = operationOf(route, dataSync, context);
    }
  }
  return paths;
}

/** Converts Express path parameters to OpenAPI: `/reviews/:review_id` becomes `/reviews/{review_id}`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, "{$1}");

export type Operation = ReturnType<typeof operationOf>;

/** Returns the OpenAPI operation of a route. `dataSync` lists the credentials that list endpoints accept. */
function operationOf(route: Route, dataSync: Audience, context: Context) {
  const { components } = context;
  const audience = audienceOf(route.access, dataSync);
  return {
    operationId: operationId(route, dataSync),
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(route.key && { "x-primary-key": route.key }),
    security: securityOf(audience, context),
    parameters: [
      ...(route.params ? parametersOf(allRequired(route.params), components, "path") : []),
      ...parametersOf(route.query, components, "query"),
      ...headersIn(route, audience),
    ],
    ...requestBodyOf(route, components),
    responses: {
      ...successesOf(route, audience, components),
      ...(route.oauth ? oauthRefusalsOf(context) : refusalsOf(route, audience, context)),
    },
  };
}

/** Returns the headers that requests to a route can have. */
const headersIn = (route: Route, audience: Audience | undefined) => [
  ...(route.keyed ? [keyParameter] : []),
  ...(route.streams ? [digestParameter] : []),
  ...(audience && (route.method === "get" || route.waits) ? [preferParameterOf(route)] : []),
];

/** Describes the body of requests to a route, if they have one. */
function requestBodyOf({ body, file, streams, form }: Route, components: Components): { requestBody?: object } {
  if (body) return { requestBody: requestBody("application/json", body, components) };
  if (streams) return { requestBody: streamBody(streams) };
  if (file) return { requestBody: fileBody(file) };
  return form ? { requestBody: requestBody(formType, allRequired(form), components) } : {};
}

/** Returns the id of an operation. Data-sync routes exist in both API versions, so the v1 ids end with V1. */
const operationId = ({ operation, access }: Route, dataSync: Audience): string =>
  access === "data-sync" && dataSync === "v1-data" ? `${operation}V1` : operation;

function parametersOf({ properties, required = [] }: ObjectSchema, components: Components, place: "path" | "query") {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    description,
    required: required.includes(name),
    schema: publisher(components, "request")(schema),
  }));
}

const keyParameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Unique key that the client chooses for a request, so that it can retry the request safely. For 24 hours, a request with " +
    "the same key and body returns the first response and changes nothing.",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255, examples: ["8c1f7f0e-upload-31"] },
};

const digestParameter = {
  name: "Repr-Digest",
  in: "header",
  description: "Digest of the body as it is sent (RFC 9530), with `sha-256` or `sha-512`. The server checks it.",
  required: false,
  schema: { type: "string", examples: ["sha-256=:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=:"] },
};

const preferParameterOf = ({ waits }: Route) => ({
  name: "Prefer",
  in: "header",
  description: `Preferences of the client (RFC 7240). With \`handling=strict\`, unknown and empty parameters are errors. With \`handling=lenient\`, they are ignored. This is the default unless the operator of the service has made strict handling the default.${
    waits
      ? ` With \`wait=30\`, the server waits up to 30 seconds for ${waits === "end" ? "the end of the load before it responds" : "a change before it returns an empty response"}. The maximum is \`wait=60\`.`
      : ""
  }`,
  required: false,
  schema: { type: "string", examples: [waits ? "wait=30" : "handling=strict"] },
});

const formType = "application/x-www-form-urlencoded";

const optionalInForms = ["client_id", "scope"];

/** Marks all parameters of a form as required, except optional ones. */
const allRequired = (schema: ObjectSchema): ObjectSchema => ({
  ...schema,
  required: Object.keys(schema.properties).filter((name) => !optionalInForms.includes(name)),
});

const fileBody = ({ description, types }: FileBody) => ({
  required: true,
  description,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        properties: { image: { type: "string", contentMediaType: "application/octet-stream" } },
        required: ["image"],
      },
      encoding: { image: { contentType: types.join(", ") } },
    },
  },
});

const streamBody = (types: readonly string[]) => ({
  required: true,
  description: "The file.",
  content: Object.fromEntries(types.map((type) => [type, { schema: { contentMediaType: type } }])),
});

const requestBody = (type: string, schema: ObjectSchema, components: Components) => ({
  required: true,
  content: { [type]: { schema: publisher(components, "request")(schema), example: exampleOf(schema) } },
});

function successesOf(route: Route, audience: Audience | undefined, components: Components) {
  const { method, reply, locate, status = 200, oauth, caching, summarize, resumes, page } = route;
  const stream = route.stream && !page;
  const pages = !resumes || "cursor" in route.query.properties;
  const isCached = caching === "revalidate";
  const headers = headersOf(
    [
      "X-Request-Id",
      ...namesIf(summarize, "X-Window-Start", "X-Window-End"),
      ...namesIf(stream && !resumes, "X-Window-Start", "X-Window-End", "X-Modified-Since"),
      ...namesIf(stream, "X-Watermark"),
      ...namesIf("epoch" in route.query.properties, "X-Epoch"),
      ...namesIf(resumes, "X-Cursor"),
      ...namesIf(stream && pages, "Link"),
      ...namesIf(audience && method === "get", "Preference-Applied", "X-Ignored-Parameters"),
      ...namesIf(isCached, "ETag"),
      ...namesIf(locate, "Location"),
      ...namesIf(audience || oauth, "RateLimit", "RateLimit-Policy"),
    ],
    components,
  );
  const success = {
    description: successDescription(status),
    headers,
    ...(status !== 204 && { content: contentOf(route, components) }),
  };
  return {
    [status]: { ...success, ...otherForms(itemOf(reply), page !== undefined) },
    ...secondSuccess(route, success, components),
    ...(isCached && {
      304: { description: "The content is unchanged: its `ETag` equals the value in `If-None-Match`.", headers },
    }),
  };
}

/** Describes the second success of a route: a repeated request, or work that has ended. */
function secondSuccess(route: Route, success: object, components: Components) {
  if (route.isFinal) return { 200: { ...success, description: "The work has ended." } };
  if (!route.repeats) return {};
  const description = "The submission is a duplicate of a stored submission. Nothing was changed.";
  return { 200: { ...success, description, content: contentOf(route, components, route.repeats) } };
}

/** Describes the content of a reply: its schema if it is JSON, and otherwise its media types. */
function contentOf(
  { reply, media }: Route,
  components: Components,
  members?: object,
): Readonly<Record<string, object>> {
  if (media) return Object.fromEntries(media.map((type) => [type, {}]));
  const example = members ? { ...(exampleOf(reply) as object), ...members } : exampleOf(reply);
  return { "application/json": { schema: publisher(components, "reply")(reply), example } };
}

const successDescription = (status: NonNullable<Route["status"]>): string =>
  ({ 200: "The request succeeded.", 201: "Created.", 202: "Queued.", 204: "Deleted." })[status];

const namesIf = (condition: unknown, ...names: readonly HeaderName[]) => (condition ? names : []);

const descriptions: Readonly<Record<Exclude<ListType, "application/json" | `${string};${string}`>, string>> = {
  "application/x-ndjson": "One JSON item per line.",
  "text/csv":
    "A header row and one row per item (RFC 4180). Arrays and objects are written as JSON. A null value is an empty cell, and an empty string is " +
    '`""`. A string that a spreadsheet would run as a formula gets a leading apostrophe, unless `Accept` is ' +
    "`text/csv; formulas=keep`.",
};

/**
 * Describes the formats CSV and NDJSON of a list under `x-other-content`.
 * In `content`, these formats would turn the type of the list into a union with `string` in generated clients.
 */
function otherForms(item: Schema | undefined, hasPage: boolean) {
  if (!item) return {};
  const example = exampleOf(item) as object;
  const line = Buffer.from(JSON.stringify(example));
  const columns = Object.keys(example);
  const forms = Object.entries(descriptions).map(([type, text]) => {
    const body = wholeList(listForms[type as ListType](columns), line).toString();
    return [type, { schema: { type: "string", description: text }, example: body }] as const;
  });
  const names = [...forms.map(([type]) => type), ...(hasPage ? [pageType] : [])].map((type) => `\`${type}\``);
  const description = `The list. Also available as ${names.join(" or ")}, selected by \`Accept\`.`;
  return { description, "x-other-content": Object.fromEntries(forms) };
}

/** Builds an example value for a schema from the examples in it. Throws if an example is missing. */
export function exampleOf({ type, title, description, examples, enum: values, items, properties }: Schema): unknown {
  const [example] = examples ?? values ?? [];
  if (example !== undefined) return example;
  if (type === "array" && items) return [exampleOf(items)];
  if (type === "object" && properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, exampleOf(member)]));
  }
  throw new Error(`there is no example of ${title ?? description ?? "a part of a schema"}`);
}

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as { version: string };
  return version;
}
