import { isDomainError } from "@repute/domain";
import { DatabaseError } from "pg";
import {
  databaseAbsent,
  databaseBusy,
  databaseFailed,
  databaseForbidden,
  databaseFull,
  databaseLoginRefused,
  databaseUnreachable,
  databaseUntrusted,
} from "../database-errors.js";

type Answer = (cause: unknown) => Error;

/** Domain errors by SQLSTATE code, for failures that are not caused by the statement. The first match applies. */
const states: readonly (readonly [RegExp, Answer])[] = [
  [/^28/, databaseLoginRefused],
  [/^3D000/, databaseAbsent],
  [/^42501/, databaseForbidden],
  [/^(40001|40P01|55P03|57014|53300)/, databaseBusy],
  [/^(08|57P|25P0[34])/, databaseUnreachable],
  [/^53100/, databaseFull],
  [/^(25006|53|58|XX)/, databaseFailed],
];

/** Messages of the driver for a lost connection. These errors have no error code. */
const connectionLost = /^(Connection terminated|Client (has encountered|was closed)|timeout e|Connection ended)/;

/** Error codes of Node.js for untrusted certificates. */
const untrusted = /CERT|SIGNATURE|ISSUER|ERR_TLS/;

/**
 * Converts an error of a statement to a `DomainError`. The driver error may contain values, which must not be logged.
 */
export function postgresFailure(error: unknown): unknown {
  if (isDomainError(error)) return error;
  if (error instanceof DatabaseError) {
    const [, answer] = states.find(([pattern]) => pattern.test(error.code ?? "")) ?? [];
    return answer ? answer(error) : error;
  }
  return isLost(error) ? databaseUnreachable(error) : error;
}

/** Converts an error of a connection attempt to a `DomainError`. */
export function connectFailure(error: unknown): unknown {
  const failure = postgresFailure(error);
  if (isDomainError(failure)) return failure;
  if (untrusted.test(codeOf(error))) return databaseUntrusted(error);
  const isLogin = error instanceof Error && error.message.startsWith("SASL");
  return isLogin ? databaseLoginRefused(error) : databaseUnreachable(error);
}

/** Returns true if, after an error, it is unknown whether the last statement took effect. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof DatabaseError ? /^(08|57P|58|XX)/.test(error.code ?? "") : true;
}

/** Returns true if the server answered a statement with this error, so that a commit after it stored nothing. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof DatabaseError || (isDomainError(error) && error.cause instanceof DatabaseError);

/** Returns true if an insert failed because its unique key already exists. */
export const isKeyTaken = (error: unknown): boolean => error instanceof DatabaseError && error.code === "23505";

const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (("syscall" in error && "code" in error) || /^E[A-Z]+$/.test(codeOf(error)) || connectionLost.test(error.message));

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";
