/** One problem in a request: its location and the expected value. */
export type ProblemDetail = { readonly parameter?: string; readonly pointer?: string; readonly message: string };

type Details = {
  readonly status: number;
  readonly code: string;
  readonly errors?: readonly ProblemDetail[] | undefined;
  readonly hint?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
};

/**
 * A failed request.
 * `status` is the HTTP status, or 0 for a lost connection (`connection_lost`).
 * `code` identifies the kind of error.
 * `errors` lists the problems.
 * `requestId` identifies the request in the server's log.
 */
export class ReputeError extends Error {
  override readonly name = "ReputeError";
  readonly status: number;
  readonly code: string;
  readonly errors: readonly ProblemDetail[];
  readonly hint: string | undefined;
  readonly requestId: string | undefined;
  /** Delay from the header `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: Details, options?: ErrorOptions) {
    super(message, options);
    this.status = details.status;
    this.code = details.code;
    this.errors = details.errors ?? [];
    this.hint = details.hint;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Parses an error response: problem+json (RFC 9457) or an OAuth error (RFC 6749). */
export async function errorOf(response: Response): Promise<ReputeError> {
  const body = parsed(await textOf(response).catch(() => ""));
  const { status, headers } = response;
  return new ReputeError(textIn(body["message"]) ?? `the server responded ${status}`, {
    status,
    code: codeIn(body["code"]) ?? codeIn(body["error"]) ?? `http_${status}`,
    errors: problemsIn(body["errors"]),
    hint: textIn(body["hint"]),
    requestId: textIn(body["request_id"]) ?? textIn(headers.get("x-request-id")),
    retryAfterMs: retryAfter(headers.get("retry-after")),
  });
}

/** Returns a `connection_lost` error for a connection that failed or ended before the response was complete. */
export const connectionLost = (cause: unknown): ReputeError =>
  new ReputeError(`the connection was lost: ${reasonOf(cause)}`, { status: 0, code: "connection_lost" }, { cause });

export type Answered = Pick<Response, "url" | "status">;

/**
 * Returns an `invalid_response` error for a response that breaks the protocol.
 * `what` describes the violation without quoting the response.
 */
export const invalidResponse = (response: Answered, what: string): ReputeError =>
  new ReputeError(`${addressOf(response.url) || "the server"} sent ${what}`, {
    status: response.status,
    code: "invalid_response",
  });

/** Returns the origin and path of a URL. The query is omitted because it may contain personal data. */
export function addressOf(url: string, base?: string): string {
  if (!URL.canParse(url, base)) return "";
  const { origin, pathname } = new URL(url, base);
  return printable(origin === "null" ? "" : origin + pathname);
}

/** Reads a short response. Throws `invalid_response` if the response exceeds the limit. */
export async function textOf(response: Response): Promise<string> {
  const { body } = response;
  if (body === null) return "";
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      length += piece.value.length;
      if (length > ceilings.document) throw invalidResponse(response, `more than ${ceilings.document} bytes`);
      text += decoder.decode(piece.value, { stream: true });
    }
    return text + decoder.decode();
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Returns the reason for a network failure. `fetch` reports the reason only in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
  return cause?.code ?? cause?.message ?? error.message;
}

/** Parses a JSON object. Returns an empty object for other content, such as the HTML page of a proxy. */
export function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const maxText = 500;
const maxProblems = 100;

/**
 * Makes a string from a server safe for terminals.
 * Replaces control characters with spaces, and truncates long strings.
 */
const printable = (text: string): string => text.slice(0, maxText).replace(/\p{C}/gu, " ");

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? printable(value) : undefined);

const codeIn = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\w.-]{1,100}$/.test(value) ? value : undefined;

function problemsIn(value: unknown): readonly ProblemDetail[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, maxProblems).flatMap((found: unknown) => {
    const { parameter, pointer, message } = (found ?? {}) as Record<string, unknown>;
    const shown = textIn(message);
    if (shown === undefined) return [];
    const [at, to] = [textIn(parameter), textIn(pointer)];
    return [{ ...(at !== undefined && { parameter: at }), ...(to !== undefined && { pointer: to }), message: shown }];
  });
}

/** Parses `Retry-After` (RFC 9110), which is a number of seconds or a date. Returns a delay in milliseconds. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

const mebibyte = 1_048_576;

/** Maximum sizes of responses in bytes after decompression. The service stays far below each limit. */
export const ceilings = {
  /** Maximum size of one row of a list. */
  line: 8 * mebibyte,
  /** Limit for a page of a list. Request fewer rows with `limit` if pages exceed this size. */
  page: 128 * mebibyte,
  /** Limit for a page of changes. A larger page is requested again with fewer rows. */
  changes: 16 * mebibyte,
  /** Limit for a response that the operations in `api` read into memory. */
  whole: 64 * mebibyte,
  /** Limit for an error response or a response of the token endpoint. */
  document: 262_144,
} as const;
