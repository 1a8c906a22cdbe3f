import type { Problem } from "@repute/domain";

type ProblemExample = { readonly status: number; readonly message: string; readonly problems?: readonly Problem[] };

const wrongParameter = (parameter: string, message: string): ProblemExample => ({
  status: 400,
  message,
  problems: [{ parameter, message }],
});

const wrongBody = (pointer: string, message: string): ProblemExample => ({
  status: 400,
  message,
  problems: [{ pointer, message }],
});

/** What can be wrong with a request, by code, in the words of one request of which it is true. */
export const problemExamples = {
  malformed_query: { status: 400, message: "the query is not percent-escaped UTF-8 text" },
  several_credentials: {
    status: 400,
    message: "send one credential: either api-token or Authorization, once",
  },
  parameter_given_twice: wrongParameter("date", "date is given more than once"),
  invalid_parameter: wrongParameter("start_date", "start_date is required"),
  invalid_date: wrongParameter("date", "date is not a date (YYYY-MM-DD) or a timestamp (YYYY-MM-DDThh:mm:ssZ)"),
  reversed_dates: wrongParameter("date", "date is after end"),
  not_an_integer: wrongParameter("rating", "rating takes integers separated by commas"),
  too_many_members: wrongParameter("rating", "rating has more than 1000 members"),
  invalid_rating: wrongParameter("rating", "rating takes whole numbers from 1 to 5"),
  body_required: { status: 400, message: "a JSON body is required" },
  malformed_json: { status: 400, message: "the body is not JSON in UTF-8" },
  json_too_deep: { status: 400, message: "the body is nested more than 32 levels deep" },
  invalid_body: wrongBody("/name", "/name is required"),
  access_token_invalid: { status: 401, message: "The OAuth access token is invalid or expired" },
  api_key_invalid: { status: 401, message: "The API key is invalid" },
  method_not_allowed: { status: 405, message: "this path takes GET, HEAD" },
  body_too_large: { status: 413, message: "the body has more than 1048576 bytes" },
  unsupported_media_type: { status: 415, message: "the body must be application/json" },
  unsupported_content_encoding: { status: 415, message: "the body must not be compressed" },
  headers_too_large: { status: 431, message: "the headers of the request are too large" },
  too_many_headers: { status: 431, message: "a request has at most 100 headers" },
  internal_error: {
    status: 500,
    message: "Something went wrong on our side; the request id says which request it was",
  },
  database_busy: { status: 503, message: "the database is busy; try again in a moment" },
  not_ready: { status: 503, message: "the service is starting, stopping or without its database" },
} as const satisfies Readonly<Record<string, ProblemExample>>;

export type ProblemCode = keyof typeof problemExamples;
