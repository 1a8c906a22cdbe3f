import { packageVersion } from "../package-version.js";
import type { RouteTable } from "../route.js";
import { newComponents } from "./components.js";
import type { Surroundings } from "./components.js";
import { operationOf } from "./operation.js";
import { tags } from "./tags.js";

const description = `
An account's reviews, and what they mention, as JSON: whole lists, to be copied into a reporting database.

- **Credentials.** Under \`/v1\` an account key, under \`/v2\` an API token, both in the header \`api-token\`; or under \`/v2\` an
  access token in \`Authorization: Bearer\`, which a registered client gets for an assertion that it signs.
- **Lists** are \`{"items": [...]}\`, whole, in the order that their summary names; with \`Accept: application/x-ndjson\` an item a line,
  with \`Accept: text/csv\` a table. Those with a time window stream, whatever their length; the headers \`X-Window-Start\` and
  \`X-Window-End\` say which window was applied. With \`limit\` they come in pages, each with a \`Link\` to the next.
- **Copying changes.** Send the last response's \`X-Watermark\` as \`modified_since\`, and overwrite what comes by its key: of each
  list \`x-primary-key\` names the members that tell its rows apart, none where they carry no id. Ids are unique within a list.
- **Parameters** that are empty count as absent, unknown ones are passed over, and none may be given twice. With
  \`Prefer: handling=strict\` an empty or unknown one is 400, and the answer names the nearest that is known. All wrong parameters are told at once.
- **Times** are ISO 8601 in UTC, such as \`2026-03-01T17:05:00+00:00\`. As a parameter, a date is a day in the account's time zone.
- **Errors** are problem+json (RFC 9457). Paths that are not listed here get 404 with the code \`no_such_path\`.
- **Limits.** A credential has 1,200 requests a minute and an address 120 for tokens, unless the operator decided otherwise;
  \`RateLimit\` says how many are left, and one too many gets 429 with \`Retry-After\`.
- **Methods.** HEAD is GET without the body.
`.trim();

export type OpenApiDocument = ReturnType<typeof documentOf>;

/** What the routes of these tables take and return, as OpenAPI 3.1. */
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
