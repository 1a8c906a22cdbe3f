import type { Answer } from "./answer.js";
import { problemJson, toldOf } from "./problem.js";

/** An error as an answer. */
export function errorAnswer(error: unknown, requestId: string): Answer & { readonly body: Uint8Array } {
  const told = toldOf(error);
  return {
    status: told.status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...told.headers },
    body: Buffer.from(problemJson(told, requestId)),
    compressible: false,
  };
}
