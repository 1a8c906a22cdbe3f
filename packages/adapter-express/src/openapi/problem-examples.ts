import type { Problem } from "@repute/domain";
import { importErrorTypes, publicLists, refusedAs } from "@repute/domain";
import { megabyte } from "../reading/body-bytes.js";
import type { ObjectSchema } from "../schema.js";

/** An example of what can be wrong: with a parameter, with a body, or with all of a request. */
type ProblemExample = {
  readonly status: number;
  /** Of a parameter's name, or of a body's limit; and of the greatest number that the parameter takes. */
  readonly message: string | ((subject: string, most: number) => string);
  /** The parameter that is wrong: the first of these that a route takes, else its first one. */
  readonly parameters?: readonly string[];
  /** The parameter that is wrong because no route takes it. */
  readonly unknown?: string;
  readonly pointer?: string;
};

const wrongParameter = (parameters: readonly string[], message: (parameter: string, most: number) => string) =>
  ({ status: 400, parameters, message }) as const;

const wrongBody = (pointer: string, message: string) => ({ status: 400, pointer, message }) as const;

const starts = ["date", "start_date", "start"];
const ids = ["location_id", "provider_id", "group_id"];
const one = "survey_id";

/** What can be wrong with a request, by code, in the words of one request of which it is true. */
export const problemExamples = {
  malformed_query: { status: 400, message: "the query is not percent-escaped UTF-8 text" },
  several_credentials: {
    status: 400,
    message: "send one credential: either api-token or Authorization, once",
  },
  parameter_given_twice: wrongParameter(starts, (name) => `${name} is given more than once`),
  invalid_parameter: wrongParameter(["order", "show_test_runs", "show_roles", "keys", ...starts], (name) => {
    const choices: Readonly<Record<string, string>> = {
      order: "asc, desc",
      show_test_runs: "true, false",
      show_roles: "true, false",
      keys: "true, false",
    };
    return choices[name] === undefined ? `${name} is required` : `${name} must be one of ${choices[name]}`;
  }),
  unknown_parameter: { status: 400, unknown: "x", message: (name) => `${name} is not a parameter of this path` },
  empty_parameter: wrongParameter(starts, (name) => `${name} is empty`),
  invalid_date: wrongParameter(
    starts,
    (name) => `${name} is not a date (YYYY-MM-DD) or a timestamp (YYYY-MM-DDThh:mm:ssZ)`,
  ),
  reversed_dates: wrongParameter(starts, (name) => `${name} is after ${name === "start_date" ? "end_date" : "end"}`),
  conflicting_dates: wrongParameter(["modified_since"], (name) => `${name} cannot be combined with start_date`),
  not_an_integer: wrongParameter(["rating", ...ids, one], (name) =>
    name === one ? `${name} takes an integer` : `${name} takes integers separated by commas`,
  ),
  too_many_members: wrongParameter(["rating", ...ids], (name) => `${name} has more than 1000 members`),
  invalid_rating: wrongParameter(["rating"], (name) => `${name} takes whole numbers from 1 to 5`),
  unknown_ids: wrongParameter([...ids, one], (name) =>
    name === one ? `unknown ${name} for this account: 9` : `unknown ${name}(s) for this account: 7, 9`,
  ),
  invalid_custom_filters: wrongParameter(["custom_filters"], (name) => `${name} is not valid JSON`),
  unknown_error_type: wrongParameter(
    ["error_types"],
    (name) => `${name} is not a list of error types; expected some of ${importErrorTypes.join(", ")}`,
  ),
  unknown_list: wrongParameter(["lists"], (name) => `${name} takes some of ${publicLists.join(", ")}`),
  invalid_limit: wrongParameter(["limit"], (name, most) => `${name} takes a whole number from 1 to ${most}`),
  out_of_range: wrongParameter(["min_rating"], (name) => `${name} takes a whole number from 0 to 5`),
  invalid_cursor: wrongParameter(
    ["cursor"],
    (name) => `${name} is not one that this list gave out, or was given out for other parameters`,
  ),
  body_required: { status: 400, message: "a JSON body is required" },
  malformed_json: { status: 400, message: "the body is not JSON in UTF-8" },
  json_too_deep: { status: 400, message: "the body is nested more than 32 levels deep" },
  json_too_wide: { status: 400, message: "an object of the body has more than 500 members" },
  invalid_body: wrongBody("/name", "/name is required"),
  invalid_submission: wrongBody(
    "/conversion_type",
    "/conversion_type expected one of Online, App, found a text of 5 characters",
  ),
  invalid_submissions: wrongBody(
    "/submissions/0/phone_number",
    "/submissions/0/phone_number is missing: expected a text that is not empty, of at most 500 characters",
  ),
  invalid_user: wrongBody(
    "/name",
    "/name expected a text that is not empty, of at most 500 characters, found an empty text",
  ),
  malformed_form: { status: 400, message: "the body is not multipart/form-data as it should be" },
  file_required: { status: 400, message: "the form must have one part with a file" },
  several_files: { status: 400, message: "the form must have one part with a file, and no more" },
  not_an_image: { status: 400, message: "the file is not a whole PNG, JPEG or WebP image" },
  access_token_invalid: { status: 401, message: refusedAs["v2-data"].message },
  api_key_invalid: { status: 401, message: refusedAs["v1-data"].message },
  signed_assertions_off: { status: 404, message: "no access tokens are issued here" },
  file_not_found: { status: 404, message: "there is no such file on this account" },
  widget_not_configured: { status: 404, message: "the account has no embed widget configuration" },
  import_not_found: { status: 404, message: "there is no such import on this account" },
  user_not_found: { status: 404, message: "there is no such user on this account" },
  image_not_found: { status: 404, message: "this user has no image" },
  method_not_allowed: { status: 405, message: "this path takes GET, HEAD" },
  not_acceptable: {
    status: 406,
    message: "lists are to be had as application/json, application/x-ndjson, text/csv",
  },
  cursor_expired: {
    status: 410,
    message: "what was deleted since this cursor is not known any more: begin anew, without a cursor",
  },
  still_running: { status: 409, message: "a request with this Idempotency-Key is still running" },
  email_taken: { status: 409, message: "another user of this account has this e-mail address" },
  last_administrator: {
    status: 409,
    message: "this is the account's last active Administrator: make another one first",
  },
  too_many_users: { status: 409, message: "an account has at most 10000 users" },
  idempotency_key_reused: {
    status: 422,
    message: "this Idempotency-Key was sent with another request before",
  },
  invalid_idempotency_key: { status: 400, message: "Idempotency-Key takes at most 255 characters" },
  too_many_submissions: {
    status: 413,
    message: "at most 1000 submissions are taken at once; send them in several requests",
  },
  body_too_large: { status: 413, message: (limit: string) => `the body has more than ${limit} bytes` },
  file_too_large: { status: 413, message: `the file has more than ${5 * megabyte} bytes` },
  image_too_large: { status: 413, message: "the image has more than 25 megapixels" },
  duplicate_key: { status: 400, message: "an object of the body has the same key twice" },
  unpaired_surrogate: wrongBody("", "the body has half of a character: an unpaired surrogate"),
  body_too_slow: { status: 408, message: "the body arrives too slowly; send it again over a faster connection" },
  form_required: { status: 415, message: "the body must be multipart/form-data, and not compressed" },
  unsupported_media_type: { status: 415, message: "the body must be application/json" },
  unsupported_content_encoding: { status: 415, message: "the body must not be compressed" },
  too_many_requests: { status: 429, message: "too many requests: Retry-After says when to go on" },
  headers_too_large: { status: 431, message: "the headers of the request are too large" },
  too_many_headers: { status: 431, message: "a request has at most 100 headers" },
  internal_error: {
    status: 500,
    message: "Something went wrong on our side; the request id says which request it was",
  },
  bodies_busy: { status: 503, message: "too many request bodies are arriving; try again in a moment" },
  images_busy: { status: 503, message: "too many images are being processed; try again in a moment" },
  database_busy: { status: 503, message: "the database is busy; try again in a moment" },
  too_many_lists: { status: 503, message: "too many lists are being read; try again in a moment" },
  not_ready: { status: 503, message: "the service is starting, stopping or without its database" },
} as const satisfies Readonly<Record<string, ProblemExample>>;

export type ProblemCode = keyof typeof problemExamples;

/** What an example depends on of the route that it is an example for. */
export type ProblemContext = { readonly query: ObjectSchema; readonly bodyLimit?: number };

/** The example of a code in the words of a route, under a name of its own. */
export function problemExample(code: ProblemCode, { query, bodyLimit = megabyte }: ProblemContext) {
  const { status, message, parameters, unknown, pointer }: ProblemExample = problemExamples[code];
  const parameter = parameterOf(query, unknown, parameters);
  const subject = code === "body_too_large" ? String(bodyLimit) : parameter;
  const most = mostOf(query, parameter);
  const told = typeof message === "string" ? message : message(subject ?? "", most);
  const where = { ...(parameter !== undefined && { parameter }), ...(pointer !== undefined && { pointer }) };
  const problems: readonly Problem[] = Object.keys(where).length > 0 ? [{ ...where, message: told }] : [];
  const name = [code, subject, code === "invalid_limit" ? most : undefined].filter(isThere).join(".");
  return { name, status, message: told, problems };
}

/** One that no route takes, or the first of some parameters that a route takes, else its first one. */
function parameterOf(
  { properties }: ObjectSchema,
  unknown: string | undefined,
  wanted: readonly string[] | undefined,
): string | undefined {
  if (unknown !== undefined || !wanted) return unknown;
  const taken = Object.keys(properties);
  return wanted.find((name) => taken.includes(name)) ?? taken[0];
}

/** The greatest number that a parameter takes. */
const mostOf = ({ properties }: ObjectSchema, parameter = ""): number => properties[parameter]?.textOf?.maximum ?? 0;

const isThere = (part: string | number | undefined): boolean => part !== undefined;
