import { packageVersion } from "../package-version.js";
import type { RouteTable } from "../route.js";
import { newComponents } from "./components.js";
import type { Surroundings } from "./components.js";
import { operationOf } from "./operation.js";
import { tags } from "./tags.js";

const description = `
Repute turns a healthcare practice's reviews, surveys, calls and online submissions into complete JSON lists for a reporting database.

- **Credentials.** \`/v1\` takes an account key in the header \`api-token\`. \`/v2\` takes an API token in \`api-token\`, or an access token in
  \`Authorization: Bearer\`. A registered client gets an access token in exchange for a signed assertion.
- **Lists** have the form \`{"items": [...]}\` and contain all rows. The description of each operation states the order. With \`Accept: application/x-ndjson\`,
  the list has one item per line. With \`Accept: text/csv\`, it is a table. With \`limit\`, the list has pages, and the \`Link\` header points to
  the next page. The headers \`X-Window-Start\` and \`X-Window-End\` report the time window that was applied.
- **Keeping a copy in sync.** Send the last \`X-Watermark\` as \`modified_since\`, and overwrite the returned rows by key. \`x-primary-key\` names the
  key members of each list. It is empty for lists whose rows have an id only with \`keys=true\`. Ids are unique within a list.
- **Parameters.** Empty parameters count as absent, and unknown parameters are ignored. Each parameter must appear only once. With
  \`Prefer: handling=strict\`, empty and unknown parameters are errors (400), and the message suggests the nearest known name. A response lists all
  invalid parameters.
- **Times** are ISO 8601 in UTC, such as \`2026-03-01T17:05:00+00:00\`, unless the field says otherwise. In a parameter, a date is a day in the
  account's time zone.
- **Errors** are \`application/problem+json\` (RFC 9457). Paths that are not in this document return 404 with the code \`no_such_path\`.
- **Rate limits.** Each credential has 1,200 requests per minute, and each IP address has 120 token requests per minute. The operator can change
  both. The \`RateLimit\` header reports the remaining requests. A request over the limit returns 429 with \`Retry-After\`.
- **Methods.** Every path that supports GET also supports HEAD, which returns no body.
`.trim();

export type OpenApiDocument = ReturnType<typeof documentOf>;

/** Describes the routes of these tables as OpenAPI 3.1. */
export function documentOf(tables: readonly RouteTable[], server = "/") {
  const components = newComponents();
  const paths = pathsOf(tables, { components, tokenUrl: `${server === "/" ? "" : server}/oauth/token` });
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

function pathsOf(tables: readonly RouteTable[], surroundings: Surroundings) {
  const paths: Record<string, Record<string, object>> = {};
  for (const { prefix, dataSync, routes } of tables) {
    for (const route of routes) {
      const path = (paths[templateOf(prefix + route.path)] ??= {});
      path[route.method] = operationOf(route, dataSync, surroundings);
    }
  }
  return paths;
}

/** Named parts stand in braces: `/reviews/{review_id}`. */
const templateOf = (path: string): string => path.replace(/:(\w+)/g, "{$1}");
