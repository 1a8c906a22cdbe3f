import { problemJson, reportedErrorOf } from "./problem.js";
import type { HttpResponse } from "./response.js";

/** Converts an error to a problem+json response. */
export function errorResponse(error: unknown, requestId: string): HttpResponse & { readonly body: Uint8Array } {
  const reported = reportedErrorOf(error);
  return {
    status: reported.status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...reported.headers },
    body: Buffer.from(problemJson(reported, requestId)),
    compressible: false,
  };
}
