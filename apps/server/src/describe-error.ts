/** Description of an unexpected error for the log. Omits the message, because database errors repeat values. */
export type ErrorDescription = {
  readonly type: string;
  readonly code?: string;
  readonly stack: readonly string[];
  readonly cause?: ErrorDescription | string;
};

const maxFrames = 20;
const maxCauses = 3;

/** Describes an error by its class, code and stack frames. Describes the causes of the error in the same way. */
export function describeError(error: unknown, causes = maxCauses): ErrorDescription {
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

/**
 * Describes the cause of an error.
 * Keeps only strings that are reason codes, because other strings could be personal data.
 */
const describeCause = (cause: unknown, causes: number): ErrorDescription | string =>
  isCode(cause) ? cause : describeError(cause, causes);

/**
 * Returns the stack frames of an error.
 * Removes the message first, because lines of the message could look like frames.
 */
function framesOf({ stack = "", message }: ErrorLike): string[] {
  const end = stack.indexOf(message);
  const frames = end < 0 ? "" : stack.slice(end + message.length);
  return frames
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "))
    .slice(0, maxFrames);
}
