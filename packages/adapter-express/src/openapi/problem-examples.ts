import {
  epochExpired,
  importErrorTypes,
  insufficientScope,
  loadNotEnded,
  maxOverviewMonths,
  type Problem,
  publicLists,
  refusedAs,
} from "@repute/domain";
import { megabyte } from "../requests/body.js";
import { loadTypes } from "../requests/streamed-body.js";
import { fixedProblems } from "../responses/problem.js";
import type { ObjectSchema } from "../schema.js";

/** Example of an error response about a parameter, the body or the whole request. */
type ProblemExample = {
  readonly status: number;
  /** Error message, or a function that creates the message. `subject` is the parameter's name or the body limit. */
  readonly message: string | ((subject: string, max: number) => string);
  /**
   * Parameters that can cause the error.
   * The example names the first of these parameters that the route accepts.
   * If the route accepts none of them, the example names the route's first parameter.
   */
  readonly parameters?: readonly string[];
  /** Name of an unknown parameter, for the example of the error that rejects it. */
  readonly unknown?: string;
  readonly pointer?: string;
};

const wrongParameter = (parameters: readonly string[], message: (parameter: string, max: number) => string) =>
  ({ status: 400, parameters, message }) as const;

const wrongBody = (pointer: string, message: string) => ({ status: 400, pointer, message }) as const;

const starts = ["date", "start_date", "start"];
const ids = ["location_id", "provider_id", "group_id"];
const one = "survey_id";

type Examples<Code extends string> = Readonly<Record<Code, ProblemExample>>;

/** Examples of error responses by error code. */
export const problemExamples = {
  malformed_query: fixedProblems.malformed_query,
  several_credentials: fixedProblems.several_credentials,
  parameter_given_twice: wrongParameter(starts, (name) => `${name} must appear only once`),
  invalid_parameter: wrongParameter(["order", "show_test_runs", "show_roles", "keys", "dry_run", ...starts], (name) => {
    const choices: Readonly<Record<string, string>> = {
      order: "asc, desc",
      show_test_runs: "true, false",
      show_roles: "true, false",
      keys: "true, false",
      dry_run: "true, false",
    };
    return choices[name] === undefined ? `${name} is required` : `${name} must be one of ${choices[name]}`;
  }),
  unknown_parameter: { status: 400, unknown: "x", message: (name) => `${name} is not a parameter of this operation` },
  empty_parameter: wrongParameter(starts, (name) => `${name} must not be empty`),
  invalid_date: wrongParameter(
    starts,
    (name) => `${name} must be a date (YYYY-MM-DD) or a timestamp (YYYY-MM-DDThh:mm:ssZ)`,
  ),
  reversed_dates: wrongParameter(
    starts,
    (name) => `${name} must not be after ${name === "start_date" ? "end_date" : "end"}`,
  ),
  too_many_months: wrongParameter(["start_date"], () => `the overview covers at most ${maxOverviewMonths} months`),
  conflicting_dates: wrongParameter(["modified_since"], (name) => `${name} cannot be combined with start_date`),
  not_an_integer: wrongParameter(["rating", ...ids, one], (name) =>
    name === one ? `${name} must be an integer` : `${name} must be integers separated by commas`,
  ),
  too_many_members: wrongParameter(["rating", ...ids], (name) => `${name} must list at most 1000 values`),
  invalid_rating: wrongParameter(["rating"], (name) => `${name} must be integers from 1 to 5, separated by commas`),
  unknown_ids: wrongParameter([...ids, one], (name) =>
    name === one ? `unknown ${name} for this account: 9` : `unknown ${name}(s) for this account: 7, 9`,
  ),
  invalid_custom_filters: wrongParameter(["custom_filters"], (name) => `${name} must be valid JSON`),
  unknown_error_type: wrongParameter(
    ["error_types"],
    (name) => `${name} must be error types separated by commas; accepted: ${importErrorTypes.join(", ")}`,
  ),
  unknown_list: wrongParameter(
    ["lists"],
    (name) => `${name} must be names of lists separated by commas; accepted: ${publicLists.join(", ")}`,
  ),
  invalid_limit: wrongParameter(["limit"], (name, max) => `${name} must be an integer from 1 to ${max}`),
  out_of_range: wrongParameter(["min_rating"], (name) => `${name} must be an integer from 0 to 5`),
  invalid_cursor: wrongParameter(
    ["cursor"],
    (name) => `${name} must come from the same list, requested with the same parameters`,
  ),
  invalid_before: wrongParameter(["before"], (name) => `${name} must be the id of a load`),
  invalid_digest: {
    status: 400,
    message: "Repr-Digest must be a digest such as sha-256=:<Base64>:, as in RFC 9530",
  },
  digest_mismatch: {
    status: 400,
    message: "the body does not have the digest in Repr-Digest; send the file again",
  },
  empty_load: { status: 400, message: "the request must have a body" },
  body_required: fixedProblems.body_required,
  malformed_json: fixedProblems.malformed_json,
  json_too_deep: { status: 400, message: "the body must be nested at most 32 levels deep" },
  json_too_wide: { status: 400, message: "an object in the body must have at most 500 members" },
  invalid_body: wrongBody("/name", "/name is required"),
  invalid_submission: wrongBody(
    "/conversion_type",
    "/conversion_type must be one of Online, App; found a string of 5 characters",
  ),
  invalid_submissions: wrongBody(
    "/submissions/0/phone_number",
    "/submissions/0/phone_number is missing: expected a non-empty string of at most 500 characters",
  ),
  invalid_user: wrongBody("/name", "/name must be a non-empty string of at most 500 characters; found an empty string"),
  invalid_person: wrongBody(
    "",
    "the body must have exactly one of the members patient_id, phone, email, name, with a string of at most 500 characters",
  ),
  malformed_form: fixedProblems.malformed_form,
  file_required: fixedProblems.file_required,
  several_files: fixedProblems.several_files,
  not_an_image: { status: 400, message: "the file must be a complete PNG, JPEG or WebP image" },
  access_token_invalid: { status: 401, message: refusedAs["v2-data"].message },
  api_key_invalid: { status: 401, message: refusedAs["v1-data"].message },
  insufficient_scope: { status: 403, message: insufficientScope.message },
  kind_not_permitted: { status: 403, message: "the token may send only files of these kinds: calls" },
  loads_off: { status: 404, message: "this service does not accept files" },
  load_not_ended: { status: 409, message: loadNotEnded().message },
  undo_refused: {
    status: 409,
    message:
      "load 1 cannot be undone: only imports of appointments, calls, patients can be undone, and the load is a file of the kind bundle",
  },
  import_running: { status: 409, message: "a bundle is being loaded; try again when it has finished" },
  already_undone: { status: 409, message: "the import was already undone" },
  undo_too_late: {
    status: 409,
    message: "the import can no longer be undone, because it is older than 90 days",
  },
  file_unfinished: { status: 409, message: "file 3 is still being parsed; try again when it is done" },
  file_corrected: { status: 409, message: "file 4 corrects this file; undo file 4 first" },
  load_not_found: { status: 404, message: "the account has no load with this id" },
  submission_not_found: { status: 404, message: "the caller has posted no submission with this id" },
  signed_assertions_off: { status: 404, message: "this service does not issue access tokens" },
  file_not_found: { status: 404, message: "the account has no such file" },
  widget_not_configured: { status: 404, message: "the account has no embed widget configuration" },
  import_not_found: { status: 404, message: "the account has no such import" },
  user_not_found: { status: 404, message: "the account has no such user" },
  image_not_found: { status: 404, message: "the user has no image" },
  method_not_allowed: { status: 405, message: "this path supports only GET, HEAD" },
  not_acceptable: {
    status: 406,
    message: "Accept must include one of application/json, application/x-ndjson, text/csv",
  },
  cursor_expired: {
    status: 410,
    message: "the cursor has expired: deletions since then are no longer retained; start over without a cursor",
  },
  epoch_expired: { status: 410, message: epochExpired().message },
  still_running: {
    status: 409,
    message: "a request with this Idempotency-Key is still in progress; retry in a moment",
  },
  email_taken: { status: 409, message: "email is already used by another user of this account" },
  last_administrator: {
    status: 409,
    message: "the user is the account's last active Administrator; activate another Administrator first",
  },
  too_many_users: { status: 409, message: "an account can have at most 10000 users" },
  idempotency_key_reused: {
    status: 422,
    message: "Idempotency-Key was already used for a different request",
  },
  invalid_idempotency_key: { status: 400, message: "Idempotency-Key must have 1 to 255 characters" },
  too_many_submissions: {
    status: 413,
    message: "submissions must have at most 1000 elements; split the submissions into several requests",
  },
  body_too_large: { status: 413, message: (limit: string) => `the body must have at most ${limit} bytes` },
  upload_too_large: { status: 413, message: "the file must have at most 1073741824 bytes" },
  file_too_large: { status: 413, message: `the file must have at most ${5 * megabyte} bytes` },
  image_too_large: { status: 413, message: "the image must have at most 25 megapixels" },
  duplicate_key: fixedProblems.duplicate_key,
  unpaired_surrogate: wrongBody("", "the body contains an unpaired surrogate"),
  body_too_slow: fixedProblems.body_too_slow,
  form_required: fixedProblems.form_required,
  unsupported_media_type: fixedProblems.unsupported_media_type,
  unsupported_content_encoding: fixedProblems.unsupported_content_encoding,
  unsupported_load_type: { status: 415, message: `the Content-Type must be one of ${loadTypes.join(", ")}` },
  unsupported_load_encoding: {
    status: 415,
    message: "the body must be uncompressed or compressed with gzip",
  },
  too_many_requests: fixedProblems.too_many_requests,
  headers_too_large: fixedProblems.headers_too_large,
  too_many_headers: { status: 431, message: "a request can have at most 100 headers" },
  internal_error: fixedProblems.internal_error,
  bodies_busy: fixedProblems.bodies_busy,
  images_busy: { status: 503, message: "too many images are being processed; try again in a moment" },
  searches_busy: { status: 503, message: "too many people are being searched; try again in a moment" },
  reviews_busy: { status: 503, message: "too many reviews are being read; try again in a moment" },
  too_many_loads: {
    status: 503,
    message: "the account has 50 files that are not stored yet; send the next file when one of them has ended",
  },
  disk_full: { status: 503, message: "the server has no space for the file; try again later" },
  database_busy: { status: 503, message: "the database is busy; try again in a moment" },
  too_many_lists: { status: 503, message: "too many lists are being read; try again in a moment" },
  not_ready: { status: 503, message: "the service is starting or stopping, or its database is unavailable" },
} as const satisfies Examples<keyof typeof fixedProblems> & Examples<string>;

export type ProblemCode = keyof typeof problemExamples;

/** Properties of a route that change its error examples. */
export type ProblemContext = { readonly query: ObjectSchema; readonly bodyLimit?: number };

/** Returns a named example of an error response with this code, adapted to the route. */
export function problemExample(code: ProblemCode, { query, bodyLimit = megabyte }: ProblemContext) {
  const { status, message, parameters, unknown, pointer }: ProblemExample = problemExamples[code];
  const parameter = parameterOf(query, unknown, parameters);
  const subject = code === "body_too_large" ? String(bodyLimit) : parameter;
  const max = maxOf(query, parameter);
  const exampleMessage = typeof message === "string" ? message : message(subject ?? "", max);
  const where = { ...(parameter !== undefined && { parameter }), ...(pointer !== undefined && { pointer }) };
  const problems: readonly Problem[] = Object.keys(where).length > 0 ? [{ ...where, message: exampleMessage }] : [];
  const name = [code, subject, code === "invalid_limit" ? max : undefined].filter(isThere).join(".");
  return { name, status, message: exampleMessage, problems };
}

/**
 * Chooses the parameter that an error example names.
 * It is the unknown parameter, if there is one.
 * Otherwise it is the first `wanted` parameter that the route accepts, or else the route's first parameter.
 */
function parameterOf(
  { properties }: ObjectSchema,
  unknown: string | undefined,
  wanted: readonly string[] | undefined,
): string | undefined {
  if (unknown !== undefined || !wanted) return unknown;
  const declared = Object.keys(properties);
  return wanted.find((name) => declared.includes(name)) ?? declared[0];
}

const maxOf = ({ properties }: ObjectSchema, parameter = ""): number => properties[parameter]?.textOf?.maximum ?? 0;

const isThere = (part: string | number | undefined): boolean => part !== undefined;
