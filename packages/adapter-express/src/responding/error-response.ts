import type { HttpResponse } from "./response.js";
import { problemJson, toldOf } from "./problem.js";

/** Converts an error to a problem+json response. */
export function errorResponse(error: unknown, requestId: string): HttpResponse & { readonly body: Uint8Array } {
  const told = toldOf(error);
  return {
    status: told.status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...told.headers },
    body: Buffer.from(problemJson(told, requestId)),
    compressible: false,
  };
}
