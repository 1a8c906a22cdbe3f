import { accepted, assertionType, type Audience, refusedAs, scopes } from "@repute/domain";
import { oauthError } from "../responses/error-response.js";
import { fixedProblems, problemJson } from "../responses/problem.js";
import type { Route } from "../route.js";
import { exactly, itemOf, type ObjectSchema } from "../schema.js";
import { type Components, type Context, type HeaderName, headersOf, publisher } from "./components.js";
import { type ProblemCode, type ProblemContext, problemExample, problemExamples } from "./problem-examples.js";

type Refusal = { readonly description: string; readonly headers?: readonly HeaderName[] };

const refusals: Readonly<Record<(typeof problemExamples)[ProblemCode]["status"], Refusal>> = {
  400: { description: "The request is invalid.", headers: ["Preference-Applied", "X-Ignored-Parameters"] },
  401: {
    description: "The credential is missing, invalid, or not valid for this path.",
    headers: ["WWW-Authenticate"],
  },
  403: {
    description:
      "The access token lacks the scope for this path, the loader token may not send files of this kind, or the signed-in user of the host app may not use the path.",
    headers: ["WWW-Authenticate"],
  },
  404: { description: "Not found." },
  405: { description: "The path does not support the method.", headers: ["Allow"] },
  406: { description: "The list is not available in any of the formats in the `Accept` header." },
  408: { description: "The request body arrived too slowly." },
  409: {
    description:
      "The request conflicts with stored data, or a request with the same `Idempotency-Key` is still in progress. In the second case, the response has a `Retry-After`.",
    headers: ["Retry-After"],
  },
  410: { description: "The cursor or the epoch has expired." },
  413: { description: "The body is too large." },
  415: { description: "The media type or the encoding of the request body is not supported." },
  422: { description: "The `Idempotency-Key` was already used for a different request." },
  429: {
    description: "The credential has reached the limit of requests per minute.",
    headers: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  },
  431: { description: "The request has too many headers, or its headers are too large." },
  500: { description: "Unexpected server error." },
  503: { description: "The service is temporarily overloaded or unavailable.", headers: ["Retry-After"] },
};

/** Returns the description of error responses with an HTTP status. */
export const meaningOf = (status: number): string =>
  Object.entries(refusals).find(([known]) => Number(known) === status)?.[1].description ?? "";

/** Returns the possible error responses of a route by HTTP status. */
export const refusalsOf = (route: Route, audience: Audience | undefined, { components, errors }: Context) =>
  problemsOf(errors === "own" ? (route.refuses ?? []) : codesOf(route, audience), route, components);

/** Returns the error codes of a route that follow from its method, parameters and body instead of its use case. */
export const commonCodesOf = (route: Route, audience: Audience | undefined): readonly ProblemCode[] =>
  codesOf(route, audience).filter((code) => !route.refuses?.includes(code));

/** Groups error codes by HTTP status, and returns the error response for each status. */
function problemsOf(codes: readonly ProblemCode[], context: ProblemContext, components: Components) {
  return Object.fromEntries(
    Object.entries(refusals).flatMap(([status, refusal]) => {
      const some = codes.filter((code) => problemExamples[code].status === Number(status));
      return some.length === 0 ? [] : [[status, responseOf(refusal, some, context, components)]];
    }),
  );
}

function codesOf(
  { method, query, body, file, streams, readsBody, keyed, reply, refuses = [], stream }: Route,
  audience: Audience | undefined,
): readonly ProblemCode[] {
  return [
    "malformed_query",
    ...codesIf(Object.keys(query.properties).length > 0, "parameter_given_twice"),
    ...codesIf(hasShape(query), "invalid_parameter"),
    ...codesIf(audience !== undefined && method === "get", "unknown_parameter"),
    ...codesIf(Object.keys(query.properties).length > 0 && audience !== undefined, "empty_parameter"),
    ...codesIf(body !== undefined, "body_required", "malformed_json", "json_too_deep", "json_too_wide"),
    ...codesIf(body !== undefined, "duplicate_key", "unpaired_surrogate"),
    ...codesIf(body !== undefined && !readsBody, "invalid_body"),
    ...codesIf(body !== undefined, "body_too_large", "unsupported_media_type", "unsupported_content_encoding"),
    ...codesIf(file !== undefined, "malformed_form", "file_required", "several_files"),
    ...codesIf(file !== undefined, "file_too_large", "form_required"),
    ...codesIf(streams !== undefined, "empty_load", "unsupported_load_type", "unsupported_load_encoding"),
    ...codesIf((body ?? file ?? streams) !== undefined, "body_too_slow", "bodies_busy"),
    ...codesIf(keyed === true, "invalid_idempotency_key", "still_running", "idempotency_key_reused"),
    ...(audience
      ? (["several_credentials", refusedAs[audience].code, "too_many_requests", "database_busy"] as const)
      : []),
    ...codesIf(audience !== undefined && accepted[audience].includes("access-token"), "insufficient_scope"),
    ...codesIf(stream !== undefined, "too_many_lists"),
    ...refuses,
    ...codesIf(itemOf(reply) !== undefined, "not_acceptable"),
    ...(["method_not_allowed", "headers_too_large", "too_many_headers", "internal_error"] as const),
  ];
}

const codesIf = (condition: boolean, ...codes: readonly ProblemCode[]) => (condition ? codes : []);

/** True if the schema can reject a query before the use case reads the query. */
const hasShape = ({ properties, required = [] }: ObjectSchema): boolean =>
  required.length > 0 || Object.values(properties).some((schema) => schema.enum !== undefined);

/**
 * Describes the error responses with one HTTP status.
 * A response with a single error code becomes a shared component.
 */
function responseOf(
  { description, headers = [] }: Refusal,
  codes: readonly ProblemCode[],
  context: ProblemContext,
  components: Components,
) {
  const response = {
    description,
    headers: headersOf(["X-Request-Id", ...headers], components),
    content: {
      "application/problem+json": {
        schema: publisher(components, "reply")(problemSchema),
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code, context, components)])),
      },
    },
  };
  const [only] = codes;
  return codes.length === 1 && only ? components.refer("responses", pascalCase(only), response) : response;
}

function exampleOf(code: ProblemCode, context: ProblemContext, components: Components): object {
  const { name, message, ...more } = problemExample(code, context);
  const value = JSON.parse(
    problemJson({ code, message, headers: {}, ...more }, "4bf92f3577b34da6a3ce929d0e0e4736"),
  ) as unknown;
  return components.refer("examples", name, { summary: message, value });
}

const pascalCase = (code: string) => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const problemDetail = {
  title: "ProblemDetail",
  ...exactly(
    {
      parameter: { type: "string", description: "Name of the invalid query parameter." },
      pointer: {
        type: "string",
        description: "JSON pointer to the invalid part of the body. Empty if the error concerns the whole body.",
      },
      message: { type: "string", description: "Explanation of the error, with the accepted values." },
    },
    "parameter",
    "pointer",
  ),
};

/** Schema of all error responses in problem+json. */
const problemSchema = {
  title: "Problem",
  ...exactly(
    {
      type: { type: "string", description: "Always `about:blank`. Use `code` to identify the error." },
      title: { type: "string", description: "HTTP reason phrase of the status." },
      status: { type: "integer", description: "HTTP status of the response." },
      detail: { type: "string", description: "Explanation of the error in English. The wording may change." },
      message: { type: "string", description: "Equal to `detail`." },
      code: {
        type: "string",
        description: "Error code for programs. Codes do not change, but new codes may be added.",
      },
      hint: {
        type: "string",
        description:
          "Suggestion for fixing the error. For example, the suggestion names the requests for which the credential is valid.",
      },
      errors: {
        type: "array",
        description:
          "All errors in the request. Each error names the invalid parameter or points to the invalid part of the body.",
        items: problemDetail,
      },
      request_id: { type: "string", description: "Id of the request, equal to the `X-Request-Id` header." },
    },
    "hint",
    "errors",
  ),
};

/** Schema of error responses from the token endpoint. */
const oauthErrorSchema = {
  title: "OAuthError",
  ...exactly({
    error: { type: "string", description: "Error code from RFC 6749." },
    error_description: { type: "string", description: "Explanation of the error in English." },
    message: { type: "string", description: "Equal to `error_description`." },
  }),
};

type OauthRefusal = {
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  /** Example error messages by error code. */
  readonly messages: Readonly<Record<string, string>>;
};

/** Errors of the token endpoint by HTTP status, with example messages. */
const oauthRefusals: Readonly<Record<number, OauthRefusal>> = {
  400: {
    description: "The request is invalid.",
    messages: {
      invalid_request: `client_assertion_type must be ${assertionType}`,
      unsupported_grant_type: "grant_type must be client_credentials",
      invalid_scope: `scope must be scopes of the client: ${scopes[0]}`,
    },
  },
  401: {
    description: "Client authentication failed. The response does not reveal the cause.",
    headers: ["WWW-Authenticate"],
    messages: { client_authentication_failed: "Client authentication failed" },
  },
  404: {
    description: "This service does not issue access tokens.",
    messages: { signed_assertions_off: "this service does not issue access tokens" },
  },
  405: {
    description: "The path does not support the method.",
    headers: ["Allow"],
    messages: { method_not_allowed: "this path supports only POST" },
  },
  413: {
    description: "The body is too large.",
    messages: { body_too_large: "the body must have at most 16384 bytes" },
  },
  429: {
    description: "The client's IP address has reached the limit of token requests per minute.",
    headers: ["Retry-After", "RateLimit", "RateLimit-Policy"],
    messages: { too_many_requests: fixedProblems.too_many_requests.message },
  },
  500: {
    description: "Unexpected server error.",
    messages: { internal_error: fixedProblems.internal_error.message },
  },
  503: {
    description: "The database is temporarily unavailable.",
    headers: ["Retry-After"],
    messages: { database_busy: "the database is busy; try again in a moment" },
  },
};

/** HTTP statuses of errors that only the token endpoint has. */
const ownStatuses: readonly number[] = [400, 401, 404];

/**
 * Returns the errors of the token endpoint by HTTP status.
 * Errors that occur before routing have the usual problem format.
 */
export function oauthRefusalsOf({ components, errors }: Context) {
  const described = Object.entries(oauthRefusals).filter(
    ([status]) => errors === "all" || ownStatuses.includes(Number(status)),
  );
  return {
    ...Object.fromEntries(
      described.map(([status, refusal]) => [status, oauthResponseOf(Number(status), refusal, components)]),
    ),
    ...(errors === "all" && problemsOf(["headers_too_large", "too_many_headers"], noParameters, components)),
  };
}

const noParameters = { query: { type: "object", properties: {} } } as const;

function oauthResponseOf(
  status: number,
  { description, headers = [], messages }: OauthRefusal,
  components: Components,
) {
  const examples = Object.entries(messages).map(([code, message]) => {
    const value = oauthError({ status, code, message });
    return [value.error, { summary: message, value }] as const;
  });
  return {
    description,
    headers: headersOf(["X-Request-Id", ...headers], components),
    content: {
      "application/json": {
        schema: publisher(components, "reply")(oauthErrorSchema),
        examples: Object.fromEntries(examples),
      },
    },
  };
}
