import type { RequestLog } from "@repute/adapter-express";
import type { AccountId, AuditOrigin, AuditRecord, Clock, Domain, Instant, Principal } from "@repute/domain";
import { byPrincipal, defined, unavailable } from "@repute/domain";
import { failureTally } from "./failure-tally.js";

/**
 * Audit records of requests.
 * The records are written once a second, so that a read request needs no separate commit.
 */
export type AuditTrail = {
  note(record: RequestLog): void;
  /** Call this when the server begins to stop. The audit trail then names the stop as the reason for cut responses. */
  noteStop(): void;
  /** Writes the remaining records and stops the timer. */
  close(): Promise<void>;
};

const pause = 1_000;
/**
 * Maximum number of records in memory while the database is unavailable.
 * The limit prevents the process from running out of memory.
 */
const maxWaiting = 100_000;

/** Creates an audit trail that writes through the domain. `report` receives the errors of failed writes. */
export function auditTrail(
  { audit }: Pick<Domain, "audit">,
  clock: Clock,
  report: (error: unknown) => void,
): AuditTrail {
  const failures = failureTally({ audit }, report);
  let waiting: Noted[] = [];
  let lost = 0;
  let cutBy: AuditOrigin["cut"] = "disconnect";
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const noted = waiting;
    waiting = [];
    for (const [account, records] of byAccount(noted)) {
      await audit.append(account, records).catch((error: unknown) => {
        report(error);
        records.forEach((record) => keep({ account, record }));
      });
    }
    if (lost > 0) report(unavailable("audit_records_lost", `${lost} audit records were lost`));
    lost = 0;
    await failures.write();
  }

  function keep(noted: Noted): void {
    if (waiting.length < maxWaiting) waiting.push(noted);
    else lost += 1;
  }

  const timer = setInterval(() => (writing = writing.then(write)), pause).unref();
  return {
    noteStop: () => void (cutBy = "stop"),
    note(request) {
      const noted = notedOf(request, clock, cutBy);
      if (!noted) return;
      if (request.status === 401) failures.note(noted.account, noted.record);
      else keep(noted);
    },
    async close() {
      clearInterval(timer);
      await writing.then(write);
    },
  };
}

type Noted = { readonly account: AccountId; readonly record: AuditRecord };

/**
 * Converts a request to an audit record.
 * Returns `undefined` for anonymous requests, rate-limited requests and requests that are already recorded.
 */
function notedOf(request: RequestLog, clock: Clock, cutBy: AuditOrigin["cut"]): Noted | undefined {
  const { accountId: account, credentialId: id, credentialKind: kind, status, recorded } = request;
  if (account === undefined || id === undefined || kind === undefined || recorded || status === 429) return undefined;
  return { account, record: recordOf({ account, kind, id }, request, clock(), cutBy) };
}

function recordOf(by: Principal, request: RequestLog, at: Instant, cutBy: AuditOrigin["cut"]): AuditRecord {
  const { requestId, address, userAgent, method, route, filters = [], rows = null, reason, aborted } = request;
  // If a response has a reason, such as `client_stalled`, the server itself ended the response early.
  const isCut = aborted && reason === undefined;
  return byPrincipal(by, {
    at,
    action: `${method} ${route}`,
    filters,
    rows,
    outcome: reason ?? (aborted ? "aborted" : "ok"),
    origin: { requestId, ...defined({ address, userAgent, cut: isCut ? cutBy : undefined }) },
  });
}

function byAccount(noted: readonly Noted[]): ReadonlyMap<AccountId, readonly AuditRecord[]> {
  const found = new Map<AccountId, AuditRecord[]>();
  for (const { account, record } of noted) {
    const records = found.get(account) ?? [];
    records.push(record);
    found.set(account, records);
  }
  return found;
}
