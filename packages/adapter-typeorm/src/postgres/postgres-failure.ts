import { DatabaseError } from "pg";
import { isDomainError } from "@repute/domain";
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

/** SQLSTATEs by their beginning: what no statement is to blame for. The first that fits decides. */
const states: readonly (readonly [RegExp, Answer])[] = [
  [/^28/, databaseLoginRefused],
  [/^3D000/, databaseAbsent],
  [/^42501/, databaseForbidden],
  [/^(40001|40P01|55P03|57014|53300)/, databaseBusy],
  [/^(08|57P|25P0[34])/, databaseUnreachable],
  [/^53100/, databaseFull],
  [/^(25006|53|58|XX)/, databaseFailed],
];

/** What the driver says of a connection that is gone: it has no codes for that. */
const gone = /^(Connection terminated|Client (has encountered|was closed)|timeout e|Connection ended)/;

/** What Node says of a certificate. */
const untrusted = /CERT|SIGNATURE|ISSUER|ERR_TLS/;

/** What a failed statement is answered with. The driver's error may carry values, which no log may see. */
export function postgresFailure(error: unknown): unknown {
  if (isDomainError(error)) return error;
  if (error instanceof DatabaseError) {
    const [, answer] = states.find(([pattern]) => pattern.test(error.code ?? "")) ?? [];
    return answer ? answer(error) : error;
  }
  return isLost(error) ? databaseUnreachable(error) : error;
}

/** What a failed attempt to connect is answered with: never one of our faults. */
export function connectFailure(error: unknown): unknown {
  const failure = postgresFailure(error);
  if (isDomainError(failure)) return failure;
  if (untrusted.test(codeOf(error))) return databaseUntrusted(error);
  const isLogin = error instanceof Error && error.message.startsWith("SASL");
  return isLogin ? databaseLoginRefused(error) : databaseUnreachable(error);
}

/** Whether an error means that nobody knows what the server did with the last statement. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof DatabaseError ? /^(08|57P|58|XX)/.test(error.code ?? "") : true;
}

/** Whether a statement failed because a key of a row that it puts in is taken. */
export const isKeyTaken = (error: unknown): boolean => error instanceof DatabaseError && error.code === "23505";

const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (("syscall" in error && "code" in error) || /^E[A-Z]+$/.test(codeOf(error)) || gone.test(error.message));

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";
