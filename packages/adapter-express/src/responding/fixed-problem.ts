import { HttpProblem, unforeseen } from "./problem.js";

/** Errors whose message is always the same, by error code. The API reference shows the same messages. */
export const fixedProblems = {
  malformed_query: { status: 400, message: "the query must be percent-encoded UTF-8" },
  several_credentials: { status: 400, message: "send exactly one credential: either api-token or Authorization" },
  body_required: { status: 400, message: "a JSON body is required" },
  malformed_json: { status: 400, message: "the body must be JSON in UTF-8" },
  duplicate_key: { status: 400, message: "an object in the body has a duplicate key" },
  malformed_form: { status: 400, message: "the body must be valid multipart/form-data" },
  file_required: { status: 400, message: "the form must contain a file" },
  several_files: { status: 400, message: "the form must contain only one file" },
  form_required: { status: 415, message: "the body must be multipart/form-data, without compression" },
  body_too_slow: { status: 408, message: "the body arrived too slowly; retry over a faster connection" },
  unsupported_media_type: { status: 415, message: "the body must be application/json" },
  unsupported_content_encoding: { status: 415, message: "the body must not be compressed" },
  too_many_requests: { status: 429, message: "too many requests; retry after the number of seconds in Retry-After" },
  headers_too_large: { status: 431, message: "the request headers are too large" },
  bodies_busy: { status: 503, message: "too many request bodies are being received; try again in a moment" },
  internal_error: unforeseen,
} as const;

/** Creates an error whose message is always the same. */
export function fixedProblem(code: keyof typeof fixedProblems, headers?: HttpProblem["more"]["headers"]): HttpProblem {
  const { status, message } = fixedProblems[code];
  return new HttpProblem(status, code, message, headers && { headers });
}
