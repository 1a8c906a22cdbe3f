import type { RequestLog } from "@repute/adapter-express";
import type { AccountId, AuditRecord, Clock, Domain } from "@repute/domain";
import { byPrincipal, unavailable } from "@repute/domain";
import { failureTally } from "./failure-tally.js";

/** What requests leave in the audit trail: written once a second, so that reading costs no commit. */
export type AuditTrail = {
  note(record: RequestLog): void;
  /** Writes what is left, and ends. */
  close(): Promise<void>;
};

const pause = 1_000;
/** So many records wait at most while the database is away; a trail that ends the process would be worth nothing. */
const mostWaiting = 100_000;

/** A trail that writes through the domain and tells of what it cannot write. */
export function auditTrail(
  { audit }: Pick<Domain, "audit">,
  clock: Clock,
  report: (error: unknown) => void,
): AuditTrail {
  const failures = failureTally({ audit }, report);
  let waiting: Noted[] = [];
  let lost = 0;
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
    if (waiting.length < mostWaiting) waiting.push(noted);
    else lost += 1;
  }

  const timer = setInterval(() => (writing = writing.then(write)), pause).unref();
  return {
    note(request) {
      const noted = notedOf(request, clock);
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

/** None of a request that nobody is known to have made, that read nothing for asking too often, or that is on record already. */
function notedOf(request: RequestLog, clock: Clock): Noted | undefined {
  const { accountId: account, credentialId: id, credentialKind: kind, route, status, recorded } = request;
  if (account === undefined || id === undefined || kind === undefined || recorded || status === 429) return undefined;
  const record = byPrincipal(
    { account, kind, id },
    {
      at: clock(),
      action: `${request.method} ${route}`,
      filters: request.filters ?? [],
      rows: request.rows ?? null,
      outcome: request.reason ?? (request.aborted ? "aborted" : "ok"),
    },
  );
  return { account, record };
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
