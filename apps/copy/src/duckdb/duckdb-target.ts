import { CopyError } from "../copy-error.js";
import { sqlTarget } from "../sql/sql-target.js";
import type { OpenTarget } from "../target.js";
import { duckdbEngine } from "./duckdb-engine.js";

/** A DuckDB file, which is made when it is not there. */
export async function duckdbTarget(file: string): Promise<OpenTarget> {
  const engine = await duckdbEngine(file).catch((error: unknown) => {
    const text = duckdbError(error);
    throw text === undefined ? error : new CopyError("target_failed", `The target failed: ${text}`, { cause: error });
  });
  return { ...sqlTarget(engine), explain: duckdbError };
}

/** What DuckDB says of files is told whole; of the rest, which may name values, only what kind of error it is. */
export function duckdbError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [line = ""] = error.message.split("\n");
  if (/^(?:IO|Permission|Out of Memory) Error: /.test(line)) return line;
  return /^[A-Z][A-Za-z ]{2,40} Error: /.test(line) ? line.slice(0, line.indexOf(":")) : undefined;
}
