import type { Audience } from "@repute/domain";
import { audienceOf } from "../auth.js";
import type { Route } from "../route.js";
import type { ObjectSchema } from "../schema.js";
import type { Components } from "./components.js";
import { exampleOf } from "./example-of.js";
import { publisher } from "./published-schema.js";
import { refusalsOf } from "./refusals.js";
import { headersOf } from "./response-headers.js";
import { securityOf } from "./security-schemes.js";

/** What the document says of a route of a version whose data sync is for `dataSync`. */
export function operationOf(route: Route, dataSync: Audience, components: Components) {
  const audience = audienceOf(route.access, dataSync);
  return {
    operationId: operationId(route, dataSync),
    tags: [route.tag],
    summary: route.summary,
    security: securityOf(audience, components),
    parameters: parametersOf(route.query, components),
    ...(route.body && { requestBody: requestBody(route.body, components) }),
    responses: { ...successesOf(route, components), ...refusalsOf(route, audience, components) },
  };
}

/** The data sync is in every version, so the names of its older one are marked. */
const operationId = ({ operation, access }: Route, dataSync: Audience): string =>
  access === "data-sync" && dataSync === "v1-data" ? `${operation}V1` : operation;

function parametersOf({ properties, required = [] }: ObjectSchema, components: Components) {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    description,
    required: required.includes(name),
    schema: publisher(components, "request")(schema),
  }));
}

const requestBody = (schema: ObjectSchema, components: Components) => ({
  required: true,
  content: { "application/json": { schema: publisher(components, "request")(schema), example: exampleOf(schema) } },
});

function successesOf({ reply, caching, stream }: Route, components: Components) {
  const isKept = caching === "revalidate";
  const headers = headersOf(
    [
      "X-Request-Id",
      ...(stream ? (["X-Window-Start", "X-Window-End", "X-Watermark"] as const) : []),
      ...(isKept ? (["ETag"] as const) : []),
    ],
    components,
  );
  const content = {
    "application/json": { schema: publisher(components, "reply")(reply), example: exampleOf(reply) },
  };
  return {
    200: { description: "As asked for", headers, content },
    ...(isKept && {
      304: { description: "Nothing has changed since the answer with the `ETag` that was sent", headers },
    }),
  };
}
