import { ceilings } from "./ceilings.js";

/** One thing that is wrong with a request: where it is, and what was expected. */
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
 * A failed request. `status` is the HTTP status, or 0 without a response (`connection_lost`); `code` tells cases apart;
 * `errors` name what is wrong; `requestId` finds the request in the server's log.
 */
export class ReputeError extends Error {
  override readonly name = "ReputeError";
  readonly status: number;
  readonly code: string;
  readonly errors: readonly ProblemDetail[];
  readonly hint: string | undefined;
  readonly requestId: string | undefined;
  /** Milliseconds after which the server wants to be asked again. */
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

/** Reads the error that a response describes, as problem+json (RFC 9457) or as an OAuth error (RFC 6749). */
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

/** The connection failed, or ended before the response was complete. */
export const connectionLost = (cause: unknown): ReputeError =>
  new ReputeError(`the connection was lost: ${reasonOf(cause)}`, { status: 0, code: "connection_lost" }, { cause });

/** Where a response came from, and its status. */
export type Answered = Pick<Response, "url" | "status">;

/** The server sent something that the service never sends. `what` says which rule was broken, without quoting the response. */
export const invalidResponse = (response: Answered, what: string): ReputeError =>
  new ReputeError(`${addressOf(response.url) || "the server"} sent ${what}`, {
    status: response.status,
    code: "invalid_response",
  });

/** The origin and path of a URL: its query may hold personal data. */
export function addressOf(url: string, base?: string): string {
  if (!URL.canParse(url, base)) return "";
  const { origin, pathname } = new URL(url, base);
  return printable(origin === "null" ? "" : origin + pathname);
}

/** Reads a short document. Throws an `invalid_response` if it is longer than the ceiling. */
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

/** Fetch hides the reason of a failure in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
  return cause?.code ?? cause?.message ?? error.message;
}

/** Returns an empty object if the text is not a JSON object: a proxy may respond in HTML. */
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

/** Texts of a server end up on terminals: control characters become spaces, and long texts are cut. */
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

/** Seconds, or a date (RFC 9110). */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
