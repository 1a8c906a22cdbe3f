import { assertionType } from "@repute/domain";
import { fixedProblems } from "../responding/fixed-problem.js";
import { oauthError } from "../responding/oauth-error.js";
import { exactly } from "../schema.js";
import type { Components, Context } from "./components.js";
import { publisher } from "./published-schema.js";
import { problemsOf } from "./refusals.js";
import { type HeaderName, headersOf } from "./response-headers.js";

/** Schema of error responses from the token endpoint. */
const schema = {
  title: "OAuthError",
  ...exactly({
    error: { type: "string", description: "Error code from RFC 6749." },
    error_description: { type: "string", description: "Explanation of the error in English." },
    message: { type: "string", description: "Equal to `error_description`." },
  }),
};

type Refusal = {
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  /** Example error messages by error code. */
  readonly messages: Readonly<Record<string, string>>;
};

/** Errors of the token endpoint by HTTP status, with example messages. */
const oauthRefusals: Readonly<Record<number, Refusal>> = {
  400: {
    description: "The request is invalid.",
    messages: {
      invalid_request: `client_assertion_type must be ${assertionType}`,
      unsupported_grant_type: "grant_type must be client_credentials",
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
const own: readonly number[] = [400, 401, 404];

/**
 * Returns the errors of the token endpoint by HTTP status.
 * Errors that occur before routing have the usual problem format.
 */
export function oauthRefusalsOf({ components, errors }: Context) {
  const described = Object.entries(oauthRefusals).filter(
    ([status]) => errors === "all" || own.includes(Number(status)),
  );
  return {
    ...Object.fromEntries(
      described.map(([status, refusal]) => [status, responseOf(Number(status), refusal, components)]),
    ),
    ...(errors === "all" && problemsOf(["headers_too_large", "too_many_headers"], noParameters, components)),
  };
}

const noParameters = { query: { type: "object", properties: {} } } as const;

function responseOf(status: number, { description, headers = [], messages }: Refusal, components: Components) {
  const examples = Object.entries(messages).map(([code, message]) => {
    const value = oauthError({ status, code, message });
    return [value.error, { summary: message, value }] as const;
  });
  return {
    description,
    headers: headersOf(["X-Request-Id", ...headers], components),
    content: {
      "application/json": {
        schema: publisher(components, "reply")(schema),
        examples: Object.fromEntries(examples),
      },
    },
  };
}
