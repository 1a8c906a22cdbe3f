/** One thing that is wrong with what was sent: where, and what was expected. */
export type ProblemDetail = { readonly parameter?: string; readonly pointer?: string; readonly message: string };

type Told = {
  readonly status: number;
  readonly code: string;
  readonly errors?: readonly ProblemDetail[] | undefined;
  readonly hint?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
};

/**
 * A request that came to nothing. `status` is HTTP's, 0 when no response came (`connection_lost`); `code` tells cases
 * apart; `errors` name what is wrong; `requestId` finds the request in the server's log.
 */
export class ReputeError extends Error {
  override readonly name = "ReputeError";
  readonly status: number;
  readonly code: string;
  readonly errors: readonly ProblemDetail[];
  readonly hint: string | undefined;
  readonly requestId: string | undefined;
  /** After how many milliseconds the server wants to be asked again. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, told: Told, options?: ErrorOptions) {
    super(message, options);
    this.status = told.status;
    this.code = told.code;
    this.errors = told.errors ?? [];
    this.hint = told.hint;
    this.requestId = told.requestId;
    this.retryAfterMs = told.retryAfterMs;
  }
}

/** What problem+json (RFC 9457) and OAuth's errors (RFC 6749) say, as far as it is there. */
type Body = {
  readonly code?: string;
  readonly error?: string;
  readonly message?: string;
  readonly hint?: string;
  readonly errors?: readonly ProblemDetail[];
  readonly request_id?: string;
};

/** The error that a response tells of; it reads the response's body. */
export async function errorOf(response: Response): Promise<ReputeError> {
  const body = parsed(await response.text().catch(() => ""));
  const { status, headers } = response;
  return new ReputeError(body.message ?? `the server responded ${status}`, {
    status,
    code: body.code ?? body.error ?? `http_${status}`,
    errors: body.errors,
    hint: body.hint,
    requestId: body.request_id ?? headers.get("x-request-id") ?? undefined,
    retryAfterMs: retryAfter(headers.get("retry-after")),
  });
}

/** No response, or one that broke off. */
export const connectionLost = (cause: unknown): ReputeError =>
  new ReputeError(`the connection was lost: ${reasonOf(cause)}`, { status: 0, code: "connection_lost" }, { cause });

/** Of fetch's "fetch failed", what stands behind it says more. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
  return cause?.code ?? cause?.message ?? error.message;
}

/** A proxy may respond in HTML: then the status says all there is. */
function parsed(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** Seconds, or a date (RFC 9110). */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
