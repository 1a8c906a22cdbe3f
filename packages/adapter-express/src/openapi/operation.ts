import type { Audience } from "@repute/domain";
import { audienceOf } from "../auth.js";
import { wholeList } from "../responding/list-form.js";
import { listForms, type ListType } from "../responding/list-forms.js";
import type { FileBody, Route } from "../route.js";
import { itemOf, type ObjectSchema, type Schema } from "../schema.js";
import type { Components, Context } from "./components.js";
import { oauthRefusalsOf } from "./oauth-refusals.js";
import { publisher } from "./published-schema.js";
import { refusalsOf } from "./refusals.js";
import { type HeaderName, headersOf } from "./response-headers.js";
import { securityOf } from "./security-schemes.js";

export type Operation = ReturnType<typeof operationOf>;

/** Returns the OpenAPI operation of a route. `dataSync` lists the credentials that list endpoints accept. */
export function operationOf(route: Route, dataSync: Audience, context: Context) {
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
      ...(route.keyed ? [keyParameter] : []),
      ...(audience && route.method === "get" ? [preferParameterOf(route)] : []),
    ],
    ...(route.body && { requestBody: requestBody("application/json", route.body, components) }),
    ...(route.file && { requestBody: fileBody(route.file) }),
    ...(route.form && { requestBody: requestBody(formType, allRequired(route.form), components) }),
    responses: {
      ...successesOf(route, audience, components),
      ...(route.oauth ? oauthRefusalsOf(context) : refusalsOf(route, audience, context)),
    },
  };
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

const preferParameterOf = ({ waits }: Route) => ({
  name: "Prefer",
  in: "header",
  description: `Preferences of the client (RFC 7240). With \`handling=strict\`, unknown and empty parameters are errors. By default, they are ignored.${
    waits
      ? " With `wait=30`, the server waits up to 30 seconds for a change before it returns an empty response. The maximum is `wait=60`."
      : ""
  }`,
  required: false,
  schema: { type: "string", examples: [waits ? "wait=30" : "handling=strict"] },
});

const formType = "application/x-www-form-urlencoded";

const allRequired = (schema: ObjectSchema): ObjectSchema => ({ ...schema, required: Object.keys(schema.properties) });

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

const requestBody = (type: string, schema: ObjectSchema, components: Components) => ({
  required: true,
  content: { [type]: { schema: publisher(components, "request")(schema), example: exampleOf(schema) } },
});

function successesOf(route: Route, audience: Audience | undefined, components: Components) {
  const { method, reply, repeats, locate, status = 200, oauth, caching, stream, summarize, resumes } = route;
  const pages = !resumes || "cursor" in route.query.properties;
  const isCached = caching === "revalidate";
  const headers = headersOf(
    [
      "X-Request-Id",
      ...namesIf(summarize, "X-Window-Start", "X-Window-End"),
      ...namesIf(stream && !resumes, "X-Window-Start", "X-Window-End", "X-Modified-Since"),
      ...namesIf(stream, "X-Watermark"),
      ...namesIf(resumes, "X-Cursor"),
      ...namesIf(stream && pages, "Link"),
      ...namesIf(audience && method === "get", "Preference-Applied"),
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
    [status]: { ...success, ...otherForms(itemOf(reply)) },
    ...(repeats && {
      200: { ...success, description: "The submission is a duplicate of a stored submission. Nothing was changed." },
    }),
    ...(isCached && {
      304: { description: "The content is unchanged: its `ETag` equals the value in `If-None-Match`.", headers },
    }),
  };
}

/** Describes the content of a reply: its schema if it is JSON, and otherwise its media types. */
function contentOf({ reply, media }: Route, components: Components): Readonly<Record<string, object>> {
  if (media) return Object.fromEntries(media.map((type) => [type, {}]));
  return { "application/json": { schema: publisher(components, "reply")(reply), example: exampleOf(reply) } };
}

const successDescription = (status: 200 | 201 | 204): string =>
  ({ 200: "The request succeeded.", 201: "Created.", 204: "Deleted." })[status];

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
function otherForms(item: Schema | undefined) {
  if (!item) return {};
  const example = exampleOf(item) as object;
  const line = Buffer.from(JSON.stringify(example));
  const columns = Object.keys(example);
  const forms = Object.entries(descriptions).map(([type, text]) => {
    const body = wholeList(listForms[type as ListType](columns), line).toString();
    return [type, { schema: { type: "string", description: text }, example: body }] as const;
  });
  const description = `The list. Also available as ${forms.map(([type]) => `\`${type}\``).join(" or ")}, selected by \`Accept\`.`;
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
