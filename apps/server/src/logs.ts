import type { RequestLog } from "@repute/adapter-express";
import { isDomainError } from "@repute/domain";
import { type DestinationStream, pino, stdTimeFunctions } from "pino";
import type { LogLevel } from "./settings/declared-settings.js";
import type { Environment } from "./settings/setting.js";
import { countText } from "./terminal/output.js";
import { hasColor, type TextStream } from "./terminal/terminal.js";

/** Log of the server. JSON lines never contain patient data, tokens, query values or SQL parameters. */
export type Logs = {
  info(message: string): void;
  warn(message: string): void;
  request(record: RequestLog): void;
  /** Logs an unexpected error that the caller did not cause. */
  report(error: unknown, requestId?: string): void;
};

export const silentLogs: Logs = { info: () => {}, warn: () => {}, request: () => {}, report: () => {} };

/** Creates logs that write records of `level` and above to `stream`. */
export function streamLogs(level: LogLevel, stream: DestinationStream): Logs {
  const formatters = { level: (label: string) => ({ level: label }) };
  const logger = pino({ level, base: null, timestamp: stdTimeFunctions.isoTime, formatters }, stream);
  return {
    info: (message) => logger.info(message),
    warn: (message) => logger.warn(message),
    request: (record) => logger[(record.status ?? 0) >= 500 ? "error" : "info"](requestFields(record), "request"),
    report: (error, requestId) => logger.error({ request_id: requestId, error: errorFields(error) }, "error"),
  };
}

/** Writes a fatal error as one JSON line, regardless of the log level. */
export function logFailure(stream: TextStream, error: object, message: string): void {
  const formatters = { level: (label: string) => ({ level: label }) };
  pino({ base: null, timestamp: stdTimeFunctions.isoTime, formatters }, stream).fatal({ error }, message);
}

/** Selects the request fields that are logged. */
const requestFields = (record: RequestLog) => ({
  request_id: record.requestId,
  method: record.method,
  route: record.route,
  status: record.status,
  milliseconds: record.milliseconds,
  bytes: record.bytes,
  account_id: record.accountId,
  credential_id: record.credentialId,
  credential_kind: record.credentialKind,
  reason: record.reason,
  aborted: record.aborted || undefined,
});

/**
 * Returns the logged fields of an error.
 * Includes only messages of domain errors, because other messages may contain personal data.
 */
function errorFields(error: unknown) {
  const described = describeError(error);
  return isDomainError(error) ? { ...described, message: error.message } : described;
}

type Line = Readonly<Record<string, unknown>>;

const requestKeys = "method,route,status,milliseconds,bytes,account_id,credential_id,credential_kind,aborted,reason";

/** Returns a stream for log records. On a terminal, it writes them as lines for people, with the local time. */
export async function logStream(stream: TextStream, env: Environment): Promise<DestinationStream> {
  if (stream.isTTY !== true) return stream;
  const { default: pretty } = await import("pino-pretty");
  return pretty({
    destination: stream,
    sync: true,
    colorize: hasColor(env),
    translateTime: "SYS:HH:MM:ss",
    ignore: requestKeys,
    messageFormat: (line) => (line["msg"] === "request" ? requestLine(line) : String(line["msg"])),
  });
}

/** Formats a request as `GET /v2/reviews: 200, 12 ms, 3,456 bytes, account 1`. */
function requestLine({ method, route, status, milliseconds, bytes, account_id, reason, aborted }: Line): string {
  const parts = [
    status === undefined ? "no response" : String(status),
    `${Math.round(Number(milliseconds))} ms`,
    `${countText(Number(bytes))} bytes`,
    ...(account_id === undefined ? [] : [`account ${String(account_id)}`]),
    ...(reason === undefined ? [] : [String(reason)]),
    ...(aborted === true ? ["incomplete"] : []),
  ];
  return `${String(method)} ${route === undefined ? "unknown path" : String(route)}: ${parts.join(", ")}`;
}

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
