import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

/** Helmet's headers for an interface whose responses are data and never a page; they say nothing for the host's other names. */
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

/** They are the same for every response, so Helmet is asked once. */
function headersSetBy(apply: ReturnType<typeof helmet>): readonly (readonly [name: string, value: string])[] {
  const headers: [string, string][] = [];
  const recorder = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => {} };
  apply({} as IncomingMessage, recorder as unknown as ServerResponse, passOn);
  return headers;
}

function passOn(error?: unknown): void {
  if (error !== undefined) throw error;
}
