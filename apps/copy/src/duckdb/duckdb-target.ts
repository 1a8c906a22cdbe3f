import { CopyError } from "../copy-error.js";
import { closeNew, isNewFile } from "../first-files.js";
import { targetBusy } from "../sql/engine.js";
import { sqlTarget } from "../sql/sql-target.js";
import type { OpenTarget } from "../target.js";
import { duckdbEngine } from "./duckdb-engine.js";

/** Opens a DuckDB file as a target. Creates the file if it does not exist. */
export async function duckdbTarget(file: string): Promise<OpenTarget> {
  const isNew = isNewFile(file);
  const engine = await duckdbEngine(file).catch((error: unknown) => {
    const text = duckdbError(error);
    if (text?.includes("Could not set lock")) throw targetBusy(error);
    throw text === undefined ? error : new CopyError("target_failed", `The target failed: ${text}`, { cause: error });
  });
  const close = async () => void (await closeNew(engine, file, isNew));
  return { ...sqlTarget({ ...engine, close }), explain: duckdbError };
}

/**
 * Returns the message of a DuckDB error about files or memory. For other errors, returns only the kind of error.
 * Other messages may quote values.
 */
export function duckdbError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [line = ""] = error.message.split("\n");
  if (/^(?:IO|Permission|Out of Memory) Error: /.test(line)) return line;
  return /^[A-Z][A-Za-z ]{2,40} Error: /.test(line) ? line.slice(0, line.indexOf(":")) : undefined;
}
