import { isDeepStrictEqual } from "node:util";
import { accepted, type Audience, type Scope, scopeFor, type TokenKind } from "@repute/domain";
import type { Schema } from "../schema.js";

type Kind = "schemas" | "responses" | "examples" | "requestBodies" | "headers" | "securitySchemes";

type Reference = { readonly $ref: string };

/** Shared components of the OpenAPI document, such as schemas and headers. */
export type Components = {
  /** Adds a component and returns a reference to it. Throws if another component has the same name. */
  refer(kind: Kind, name: string, part: object): Reference;
  /** Returns all components by kind and name. */
  all(): Readonly<Record<string, Readonly<Record<string, object>>>>;
};

export function newComponents(): Components {
  const kinds = new Map<Kind, Map<string, object>>();
  return {
    refer(kind, name, part) {
      const parts = kinds.get(kind) ?? new Map<string, object>();
      const known = parts.get(name) ?? part;
      if (!isDeepStrictEqual(known, part)) throw new Error(`two different ${kind} are called ${name}`);
      kinds.set(kind, parts.set(name, part));
      return { $ref: `#/components/${kind}/${name}` };
    },
    all: () => Object.fromEntries(sorted(kinds).map(([kind, parts]) => [kind, Object.fromEntries(sorted(parts))])),
  };
}

const sorted = <T>(entries: ReadonlyMap<string, T>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

/** Inputs for describing an operation: the shared components and the URL of the token endpoint. */
export type Context = {
  readonly components: Components;
  readonly tokenUrl: string;
  /** Errors to describe under each operation: all of them, or only the errors that other operations do not share. */
  readonly errors: "all" | "own";
};

/**
 * Returns a function that converts schemas for publication.
 * Schemas with a title are published once and referenced.
 * Reply schemas allow additional members, so that generated clients accept members of later versions.
 * Body schemas allow only declared members.
 * Integers have 64 bits, because ids can exceed 32 bits.
 */
export function publisher(components: Components, use: "request" | "reply"): (schema: Schema) => object {
  return function published(schema: Schema): object {
    const { properties, items, additionalProperties, anyOf, textOf, ...rest } = schema;
    if (textOf) return published(textOf);
    const part = {
      ...rest,
      ...(isInteger(schema) && { format: "int64" }),
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, published(member)])),
      }),
      ...(anyOf && { anyOf: anyOf.map(published) }),
      ...(items && { items: published(items) }),
      ...(typeof additionalProperties === "object" && { additionalProperties: published(additionalProperties) }),
      ...(additionalProperties === false && use === "request" && { additionalProperties }),
    };
    return schema.title === undefined ? part : components.refer("schemas", schema.title, part);
  };
}

const isInteger = ({ type }: Schema): boolean => [type].flat().includes("integer");

type Header = { readonly description: string; readonly required: boolean; readonly schema: Schema };

const text = { type: "string" } as const;
const instant = { type: "string", format: "date-time", examples: ["2026-03-01T00:00:00+00:00"] } as const;

const responseHeaders = {
  "X-Request-Id": {
    description:
      "Id of the request. Logs and error responses contain the same id. If the request has an `X-Request-Id` that is a UUID or a trace id (32 hexadecimal digits), the service uses that id. Otherwise the service generates an id.",
    required: true,
    schema: { ...text, examples: ["4bf92f3577b34da6a3ce929d0e0e4736"] },
  },
  "X-Window-Start": {
    description: "Start of the time window. Absent if the window has no start.",
    required: false,
    schema: instant,
  },
  "X-Window-End": {
    description: "End of the time window, including the 24-hour default. Absent if the window has no end.",
    required: false,
    schema: instant,
  },
  "X-Modified-Since": {
    description: "Value of `modified_since` that was applied. Absent if the request has no `modified_since`.",
    required: false,
    schema: instant,
  },
  "Preference-Applied": {
    description:
      "Preferences from the `Prefer` header that were applied (RFC 7240): `handling=strict` or `handling=lenient`, and on `/changes` also `wait=30`. Without `wait`, the server did not wait, because too many requests were waiting.",
    required: false,
    schema: { ...text, examples: ["handling=strict"] },
  },
  "X-Ignored-Parameters": {
    description:
      "Names of unknown query parameters that were ignored, at most 10. Names are percent-encoded, and long names end with `...`. Absent if no parameter was ignored.",
    required: false,
    schema: { ...text, examples: ["start_date, page"] },
  },
  "X-Watermark": {
    description:
      "Time of the latest change to the account's data that the response reflects. Send this value as `modified_since` in your next request. Every page of a list has the same value as the first page.",
    required: true,
    schema: instant,
  },
  "X-Epoch": {
    description:
      "Random value that changes when the service's data is restored from a backup. Send this value as `epoch` together with `modified_since`.",
    required: true,
    schema: { ...text, examples: ["9f86d081884c7d65"] },
  },
  "X-Cursor": {
    description:
      "Cursor of the latest change that this response covers. Send this value as `cursor` to `/changes` to get later changes.",
    required: true,
    schema: { ...text, examples: ["MS5jaGFuZ2VzLjQxLjFmNmQzYTli"] },
  },
  Link: {
    description: "Link to the next page. Absent on the last page.",
    required: false,
    schema: { ...text, examples: ['</v2/reviews?limit=1000&cursor=MS4x>; rel="next"'] },
  },
  Location: {
    description: "Path of the created resource.",
    required: true,
    schema: { ...text, examples: ["/v1/users/7"] },
  },
  ETag: {
    description:
      "Version of the content. Send this value as `If-None-Match` to get 304 if the content has not changed.",
    required: true,
    schema: { ...text, examples: ['W/"q2Zq3v0gM1l5yX2vJb3l7Vt0cOQ"'] },
  },
  Allow: {
    description: "Methods that the path supports.",
    required: true,
    schema: { ...text, examples: ["GET, HEAD"] },
  },
  "WWW-Authenticate": {
    description: "Authentication scheme and error code (RFC 9110).",
    required: true,
    schema: { ...text, examples: ['Bearer error="invalid_token"'] },
  },
  RateLimit: {
    description: "Request limit, remaining requests, and seconds until the limit resets. Absent if no limit applies.",
    required: false,
    schema: { ...text, examples: ["limit=1200, remaining=1199, reset=60"] },
  },
  "RateLimit-Policy": {
    description: "Number of requests allowed and the length of the period in seconds. Absent if no limit applies.",
    required: false,
    schema: { ...text, examples: ["1200;w=60"] },
  },
  "Retry-After": {
    description: "Seconds to wait before the next attempt. Absent if the same request would fail again.",
    required: false,
    schema: { ...text, examples: ["5"] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof responseHeaders;

/** Returns references to the headers with these names. */
export const headersOf = (names: readonly HeaderName[], components: Components) =>
  Object.fromEntries(names.map((name) => [name, components.refer("headers", name, responseHeaders[name])]));

const schemes: Readonly<Record<TokenKind, { readonly name: string; readonly description: string }>> = {
  "account-key": {
    name: "accountKey",
    description: "Account key (`rpk_...`). It can read all lists under `/v1` and manage users.",
  },
  "api-token": {
    name: "apiToken",
    description: "API token (`rpa_...`). It can read all lists under `/v2` and upload submissions.",
  },
  loader: { name: "loaderToken", description: "Loader token (`rpl_...`). It can only send files to `/v1/loads`." },
  office: {
    name: "officeToken",
    description:
      "Office token (`rpo_...`). It can read all lists under `/v2`, send files to `/v1/loads`, see and undo all loads of the account, and find people.",
  },
  "web-forms": { name: "webForms", description: "Web-forms token (`rpf_...`). It can only upload submissions." },
};

/**
 * Security scheme of access tokens.
 * OpenAPI supports only client secrets, so the description explains signed assertions.
 */
const accessToken = (tokenUrl: string) => ({
  type: "oauth2",
  description:
    "Access token in the header `Authorization: Bearer <access_token>`. The scopes of the client and of the token determine what the token can do. A registered client has no secret. The client authenticates at the token URL with an assertion signed with RS384 (`private_key_jwt`, RFC 7523).",
  flows: {
    clientCredentials: {
      tokenUrl,
      scopes: {
        "data-sync.read": "Read access to all lists under `/v2`.",
        "submissions.write": "Upload of submissions.",
        "users.manage": "Management of users.",
      } satisfies Record<Scope, string>,
    },
  },
});

/** Returns the kinds of credentials that an audience accepts. A request needs only one of them. */
export const securityOf = (audience: Audience | undefined, { components, tokenUrl }: Context) =>
  (audience ? accepted[audience] : []).map((kind) => {
    if (kind === "access-token") {
      components.refer("securitySchemes", "accessToken", accessToken(tokenUrl));
      return { accessToken: [audience && scopeFor[audience]] };
    }
    const { name, description } = schemes[kind];
    components.refer("securitySchemes", name, { type: "apiKey", in: "header", name: "api-token", description });
    return { [name]: [] };
  });
