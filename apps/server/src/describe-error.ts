/** Description of an unexpected error for the log. The message is omitted, because database errors repeat values. */
export type ErrorDescription = {
  readonly type: string;
  readonly code?: string;
  readonly stack: readonly string[];
  readonly cause?: ErrorDescription | string;
};

const mostFrames = 20;
const mostCauses = 3;

/** Describes an error by its class, code and stack frames. Describes its causes in the same way. */
export function describeError(error: unknown, causes = mostCauses): ErrorDescription {
  if (!isErrorLike(error)) return { type: typeof error, stack: [] };
  const cause = error.cause === undefined || causes === 0 ? undefined : describeCause(error.cause, causes - 1);
  return {
    type: error.constructor.name,
    ...(isCode(error.code) && { code: error.code }),
    stack: framesOf(error),
    ...(cause !== undefined && { cause }),
  };
}

type ErrorLike = {
  readonly message: string;
  readonly stack?: string;
  readonly code?: unknown;
  readonly cause?: unknown;
};

const isErrorLike = (error: unknown): error is ErrorLike =>
  typeof error === "object" && error !== null && "message" in error && typeof error.message === "string";

const isCode = (code: unknown): code is string => typeof code === "string" && /^\w{1,60}$/.test(code);

/** Keeps a reason code, which our own errors use as cause. Any other string might be personal data. */
const describeCause = (cause: unknown, causes: number): ErrorDescription | string =>
  isCode(cause) ? cause : describeError(cause, causes);

/**
 * Returns the stack frames. The message at the start of the stack is cut off, because its lines may look like frames.
 */
function framesOf({ stack = "", message }: ErrorLike): string[] {
  const end = stack.indexOf(message);
  const frames = end < 0 ? "" : stack.slice(end + message.length);
  return frames
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "))
    .slice(0, mostFrames);
}
