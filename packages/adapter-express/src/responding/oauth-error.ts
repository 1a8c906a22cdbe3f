import { type ReportedError, reportedErrorOf } from "./problem.js";
import type { HttpResponse } from "./response.js";

/** Converts an error to an OAuth response (RFC 6749). All client authentication failures have the same body. */
export function oauthErrorResponse(error: unknown): HttpResponse & { readonly body: Uint8Array } {
  const reported = reportedErrorOf(error);
  const { status, headers } = reported;
  return {
    status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      ...headers,
      ...(status === 401 && { "WWW-Authenticate": 'Bearer error="invalid_client"' }),
    },
    body: Buffer.from(JSON.stringify(oauthError(reported))),
    compressible: false,
  };
}

/** Returns the body of an OAuth error. `message` repeats the description for clients that expect this member. */
export const oauthError = (reported: Pick<ReportedError, "status" | "code" | "message">) => ({
  error: errorOf(reported),
  error_description: reported.message,
  message: reported.message,
});

function errorOf({ status, code }: Pick<ReportedError, "status" | "code">): string {
  if (status === 401) return "invalid_client";
  if (code === "unsupported_grant_type") return code;
  if (status === 429 || status === 503) return "temporarily_unavailable";
  return status >= 500 ? "server_error" : "invalid_request";
}
