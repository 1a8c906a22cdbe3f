import { assertionType } from "@repute/domain";
import { oauthError } from "../responding/oauth-error.js";
import { exactly } from "../schema.js";
import type { Components } from "./components.js";
import { publisher } from "./published-schema.js";
import { problemsOf } from "./refusals.js";
import type { HeaderName } from "./response-headers.js";
import { headersOf } from "./response-headers.js";

/** What errors look like where OAuth is spoken. */
const schema = {
  title: "OAuthError",
  ...exactly({
    error: { type: "string", description: "What is wrong, in the words of RFC 6749" },
    error_description: { type: "string", description: "The same for people" },
    message: { type: "string", description: "Equal to `error_description`" },
  }),
};

type Refusal = {
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  /** What is told, by code. */
  readonly told: Readonly<Record<string, string>>;
};

/** What the token endpoint refuses, by status, in the words of one request of which it is true. */
const oauthRefusals: Readonly<Record<number, Refusal>> = {
  400: {
    description: "The request is wrong",
    told: {
      invalid_request: `client_assertion_type: expected ${assertionType}`,
      unsupported_grant_type: "grant_type: expected client_credentials",
    },
  },
  401: {
    description: "Whatever is wrong with the assertion or its client: the bytes are the same",
    headers: ["WWW-Authenticate"],
    told: { client_authentication_failed: "Client authentication failed" },
  },
  404: {
    description: "No assertions are exchanged here",
    told: { signed_assertions_off: "no access tokens are issued here" },
  },
  405: {
    description: "The path does not take the method",
    headers: ["Allow"],
    told: { method_not_allowed: "this path takes POST" },
  },
  413: { description: "The body is too large", told: { body_too_large: "the body has more than 16384 bytes" } },
  429: {
    description: "The address has used up its requests of this minute",
    headers: ["Retry-After", "RateLimit", "RateLimit-Policy"],
    told: { too_many_requests: "too many requests: Retry-After says when to go on" },
  },
  500: {
    description: "Something went wrong that nobody foresaw",
    told: { internal_error: "Something went wrong on our side; the request id says which request it was" },
  },
  503: {
    description: "The database cannot be used now",
    headers: ["Retry-After"],
    told: { database_busy: "the database is busy; try again in a moment" },
  },
};

/** Every error of the token endpoint, by status. What is refused before the path is looked at has the shape of all others. */
export const oauthRefusalsOf = (components: Components) => ({
  ...Object.fromEntries(
    Object.entries(oauthRefusals).map(([status, refusal]) => [status, responseOf(Number(status), refusal, components)]),
  ),
  ...problemsOf(["headers_too_large", "too_many_headers"], { query: { type: "object", properties: {} } }, components),
});

function responseOf(status: number, { description, headers = [], told }: Refusal, components: Components) {
  const examples = Object.entries(told).map(([code, message]) => {
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
