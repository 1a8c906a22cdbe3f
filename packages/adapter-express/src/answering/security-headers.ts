import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

/** Helmet's headers for an interface whose answers are data and never a page; they say nothing for the host's other names. */
export function securityHeaders(): (request: IncomingMessage, response: ServerResponse) => void {
  const directives = { "default-src": ["'none'"], "frame-ancestors": ["'none'"] };
  const apply = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: { includeSubDomains: false },
  });
  return (request, response) => apply(request, response, passOn);
}

function passOn(error?: unknown): void {
  if (error !== undefined) throw error;
}
