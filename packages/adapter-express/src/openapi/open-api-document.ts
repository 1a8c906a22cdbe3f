import { packageVersion } from "../package-version.js";
import type { RouteTable } from "../route.js";
import { type Context, newComponents } from "./components.js";
import { type Operation, operationOf } from "./operation.js";
import { tags } from "./tags.js";

const description = `
Repute turns a healthcare practice's reviews, surveys, calls and online submissions into complete JSON lists for a reporting database.

## Credentials

On \`/v1\`, send an account key in the \`api-token\` header. On \`/v2\`, send an API token in the \`api-token\` header, or an access
token in the header \`Authorization: Bearer <access_token>\`. A registered client gets an access token in exchange for a signed assertion.

## Lists

Lists have the form \`{"items": [...]}\`. Without \`limit\`, the response contains all rows. With \`limit\`, the list has pages, and the \`Link\`
header points to the next page. The description of each operation states the order of the rows. With \`Accept: application/x-ndjson\`, the
response has one item per line. With \`Accept: text/csv\`, the response is a CSV table. The headers \`X-Window-Start\` and \`X-Window-End\` report
the time window that was applied.

## Keeping a copy in sync

Send the \`X-Watermark\` of the last response as \`modified_since\`. Use the rows in the response to overwrite the rows with the same key in your
copy. In this document, \`x-primary-key\` names the key fields of each list. If \`x-primary-key\` is empty, send \`keys=true\` to get an id for each
row. An id is unique only within its list.

## Parameters

Empty parameters count as absent, and unknown parameters are ignored. Each parameter must appear only once. With \`Prefer: handling=strict\`,
empty and unknown parameters are errors (400), and the message suggests the nearest known name. An error response lists all invalid parameters.

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
      description,
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
