import type { RequestLog } from "@repute/adapter-express";
import { isDomainError } from "@repute/domain";
import { type DestinationStream, pino, stdTimeFunctions } from "pino";
import { describeError } from "./describe-error.js";
import type { LogLevel } from "./settings/server-settings.js";
import type { TextStream } from "./terminal.js";

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
