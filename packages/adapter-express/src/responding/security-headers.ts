import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

/**
 * Sets Helmet's security headers for an API that serves data. `Strict-Transport-Security` does not include
 * subdomains.
 */
export function securityHeaders(): (response: ServerResponse) => void {
  const directives = { "default-src": ["'none'"], "frame-ancestors": ["'none'"] };
  const apply = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: { includeSubDomains: false },
  });
  const headers = headersSetBy(apply);
  return (response) => {
    response.removeHeader("X-Powered-By");
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}

/** Records the headers that Helmet sets. Helmet runs only once, because all responses have the same headers. */
function headersSetBy(apply: ReturnType<typeof helmet>): readonly (readonly [name: string, value: string])[] {
  const headers: [string, string][] = [];
  const recorder = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => {} };
  apply({} as IncomingMessage, recorder as unknown as ServerResponse, passOn);
  return headers;
}

function passOn(error?: unknown): void {
  if (error !== undefined) throw error;
}
