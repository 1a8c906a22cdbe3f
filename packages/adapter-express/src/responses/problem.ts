import { STATUS_CODES } from "node:http";
import { type DomainError, type ErrorKind, isDomainError, maxProblems, type Problem, refusalOf } from "@repute/domain";

/** An error that only the HTTP layer can detect, with its HTTP status. */
export class HttpProblem extends Error {
  override readonly name = "HttpProblem";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly more: { readonly headers?: Headers; readonly problems?: readonly Problem[] } = {},
  ) {
    super(message);
  }
}

type Headers = Readonly<Record<string, string>>;

/** An error as callers see it, regardless of its origin. */
export type ReportedError = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers: Headers;
  readonly problems: readonly Problem[];
  readonly hint?: string;
};

const statusOf: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unprocessable: 422,
  unavailable: 503,
};

const headersOf: Partial<Readonly<Record<ErrorKind, Headers>>> = {
  unauthenticated: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  unavailable: { "Retry-After": "5" },
};

/** Additional headers by error code. They replace the headers of the kind of error. */
const headersOfCode: Readonly<Record<string, Headers>> = {
  still_running: { "Retry-After": "1" },
  kind_not_permitted: { "WWW-Authenticate": 'Bearer error="insufficient_scope"' },
  insufficient_scope: { "WWW-Authenticate": 'Bearer error="insufficient_scope"' },
};

/** Converts an error to the form that callers see. Hides the details of unexpected errors. */
export function reportedErrorOf(error: unknown): ReportedError {
  if (error instanceof HttpProblem) {
    const { status, code, message, more } = error;
    return { status, code, message, headers: more.headers ?? {}, problems: more.problems ?? [] };
  }
  return isDomainError(error) ? reportedDomainError(error) : unforeseen;
}

const reportedDomainError = ({ kind, code, message, problems, hint }: DomainError): ReportedError => ({
  status: statusOf[kind],
  code,
  message,
  headers: headersOfCode[code] ?? headersOf[kind] ?? {},
  problems,
  ...(hint !== undefined && { hint }),
});

/** Error response for an unexpected error. */
const unforeseen: ReportedError = {
  status: 500,
  code: "internal_error",
  message: "internal server error; include the request id when you report it",
  headers: {},
  problems: [],
};

/**
 * Returns the body of an error response (RFC 9457).
 * `message` repeats the detail for clients that expect this member.
 */
export function problemJson({ status, code, message, problems, hint }: ReportedError, requestId: string): string {
  return JSON.stringify({
    type: "about:blank",
    title: STATUS_CODES[status],
    status,
    detail: message,
    message,
    code,
    ...(hint !== undefined && { hint }),
    ...(problems.length > 0 && { errors: problems.slice(0, maxProblems).map(publicProblem) }),
    request_id: requestId,
  });
}

const publicProblem = ({ parameter, pointer, message }: Problem) => ({
  ...(parameter !== undefined && { parameter }),
  ...(pointer !== undefined && { pointer }),
  message,
});

/** Returns the reason for an error for the log. The reason may be more specific than the error code in the response. */
export const reasonOf = (error: unknown): string => refusalOf(error)?.reason ?? reportedErrorOf(error).code;

/**
 * Returns the error to report to the operator: an unexpected error, or the cause of a failure in a dependency.
 * Returns `undefined` for all other errors.
 */
export function reportableOf(error: unknown): unknown {
  if (error instanceof HttpProblem) return undefined;
  if (!isDomainError(error)) return error;
  if (error.kind === "unavailable") return error.cause === undefined ? undefined : error;
  return refusalOf(error)?.error;
}

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
