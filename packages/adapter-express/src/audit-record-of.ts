import { type AccountId, type AuditOrigin, type AuditRecord, byPrincipal, defined, type Instant } from "@repute/domain";
import type { RequestLog } from "./options.js";

/** A request for the audit trail of an account. */
export type AuditedRequest = { readonly account: AccountId; readonly record: AuditRecord };

/**
 * Converts the log record of a request to an audit record. `cutBy` is the reason if the client received an incomplete
 * response. Returns `undefined` for anonymous requests, rate-limited requests and requests that are already recorded.
 */
export function auditRecordOf(
  request: RequestLog,
  at: Instant,
  cutBy: AuditOrigin["cut"] = "disconnect",
): AuditedRequest | undefined {
  const { accountId: account, credentialId: id, credentialKind: kind, status, recorded } = request;
  if (account === undefined || id === undefined || kind === undefined || recorded || status === 429) return undefined;
  return { account, record: byPrincipal({ account, kind, id }, eventOf(request, at, cutBy)) };
}

function eventOf(request: RequestLog, at: Instant, cutBy: AuditOrigin["cut"]) {
  const { requestId, address, userAgent, method, route, filters = [], rows = null, reason, aborted } = request;
  // If a response has a reason, such as `client_stalled`, the server itself ended the response early.
  const isCut = aborted && reason === undefined;
  return {
    at,
    action: `${method} ${route}`,
    filters,
    rows,
    outcome: reason ?? (aborted ? "aborted" : "ok"),
    origin: { requestId, ...defined({ address, userAgent, cut: isCut ? cutBy : undefined }) },
  };
}
