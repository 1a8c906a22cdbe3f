import { STATUS_CODES } from "node:http";
import type { DomainError, ErrorKind, Problem } from "@repute/domain";
import { isDomainError, mostProblems, refusalOf } from "@repute/domain";

/** What only HTTP knows to be wrong. */
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

/** An error as it is told: one of the many shapes that go wrong, in the one shape that callers see. */
export type Told = {
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

/** What a caller is told of an error: of one that nobody foresaw, nothing. */
export function toldOf(error: unknown): Told {
  if (error instanceof HttpProblem) {
    const { status, code, message, more } = error;
    return { status, code, message, headers: more.headers ?? {}, problems: more.problems ?? [] };
  }
  return isDomainError(error) ? toldOfDomainError(error) : unforeseen;
}

const toldOfDomainError = ({ kind, code, message, problems, hint }: DomainError): Told => ({
  status: statusOf[kind],
  code,
  message,
  headers: headersOf[kind] ?? {},
  problems,
  ...(hint !== undefined && { hint }),
});

const unforeseen: Told = {
  status: 500,
  code: "internal_error",
  message: "internal server error; include the request id when you report it",
  headers: {},
  problems: [],
};

/** The body of an error's response: RFC 9457, and `message` for those who look for one. */
export function problemJson({ status, code, message, problems, hint }: Told, requestId: string): string {
  return JSON.stringify({
    type: "about:blank",
    title: STATUS_CODES[status],
    status,
    detail: message,
    message,
    code,
    ...(hint !== undefined && { hint }),
    ...(problems.length > 0 && { errors: problems.slice(0, mostProblems).map(publicProblem) }),
    request_id: requestId,
  });
}

const publicProblem = ({ parameter, pointer, message }: Problem) => ({
  ...(parameter !== undefined && { parameter }),
  ...(pointer !== undefined && { pointer }),
  message,
});

/** Why the request was refused, for the log alone: more than the caller is told where the domain says more. */
export const reasonOf = (error: unknown): string => refusalOf(error)?.reason ?? toldOf(error).code;

/** What of the error an operator should hear of: all that nobody foresaw, or why a part failed us; `undefined` of any other. */
export function reportableOf(error: unknown): unknown {
  if (error instanceof HttpProblem) return undefined;
  if (!isDomainError(error)) return error;
  if (error.kind === "unavailable") return error.cause === undefined ? undefined : error;
  return refusalOf(error)?.error;
}
