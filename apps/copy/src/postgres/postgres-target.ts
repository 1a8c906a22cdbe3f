import { DatabaseError } from "pg";
import { CopyError } from "../copy-error.js";
import { sqlTarget } from "../sql/sql-target.js";
import type { OpenTarget } from "../target.js";
import { postgresEngine } from "./postgres-engine.js";

/** Opens a PostgreSQL database as a target. `url` is a connection URL. */
export async function postgresTarget(url: string): Promise<OpenTarget> {
  const engine = await postgresEngine(url).catch((error: unknown) => {
    const text = postgresError(error);
    throw text === undefined ? error : new CopyError("target_failed", `The target failed: ${text}`, { cause: error });
  });
  return { ...sqlTarget(engine), explain: postgresError };
}

/**
 * Returns the message of a PostgreSQL error.
 * For errors about data (classes 22 and 23), returns only the code, because their messages quote values.
 */
export function postgresError(error: unknown): string | undefined {
  const { code = "", message = "" } = error as { readonly code?: string; readonly message?: string };
  if (error instanceof DatabaseError)
    return /^2[23]/.test(code) ? `the database rejected a row (${code})` : `${message} (${code})`;
  if (/^E[A-Z]+$/.test(code)) return message === "" ? code : `${message} (${code})`;
  return /^Connection terminated|^Client has encountered a connection error/.test(message)
    ? "the connection was lost"
    : undefined;
}
