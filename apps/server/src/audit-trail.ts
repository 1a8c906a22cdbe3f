import { type AuditedRequest, auditRecordOf, type RequestLog } from "@repute/adapter-express";
import {
  type AccountId,
  addFailure,
  type AuditOrigin,
  type AuditRecord,
  type Clock,
  type Domain,
  type FailureCount,
  failureOf,
  unavailable,
} from "@repute/domain";

/**
 * Audit records of requests.
 * The records are written once a second, so that a read request needs no separate commit.
 */
export type AuditTrail = {
  note(record: RequestLog): void;
  /** Call this when the server begins to shut down. Audit records of truncated responses then have this reason. */
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

/** Creates an audit trail that collects records and stores them in batches. `report` receives the errors. */
export function auditTrail(
  { audit }: Pick<Domain, "audit">,
  clock: Clock,
  report: (error: unknown) => void,
): AuditTrail {
  const failures = failureTally({ audit }, report);
  let waiting: AuditedRequest[] = [];
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

  function keep(noted: AuditedRequest): void {
    if (waiting.length < maxWaiting) waiting.push(noted);
    else lost += 1;
  }

  const timer = setInterval(() => (writing = writing.then(write)), pause).unref();
  return {
    noteStop: () => void (cutBy = "stop"),
    note(request) {
      const noted = auditRecordOf(request, clock(), cutBy);
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

function byAccount(noted: readonly AuditedRequest[]): ReadonlyMap<AccountId, readonly AuditRecord[]> {
  const found = new Map<AccountId, AuditRecord[]>();
  for (const { account, record } of noted) {
    const records = found.get(account) ?? [];
    records.push(record);
    found.set(account, records);
  }
  return found;
}

/**
 * Counts failed authentications until the counts are stored.
 * The counts need little memory, because there is one per credential, action and reason.
 */
function failureTally({ audit }: Pick<Domain, "audit">, report: (error: unknown) => void) {
  let waiting = new Map<AccountId, Map<string, FailureCount>>();

  function add(account: AccountId, failure: FailureCount): void {
    const counts = waiting.get(account) ?? new Map<string, FailureCount>();
    waiting.set(account, counts);
    addFailure(counts, failure);
  }

  return {
    note: (account: AccountId, record: AuditRecord) => add(account, failureOf(record)),
    /** Stores the counts. If a count cannot be stored, keeps it for the next call. */
    async write(): Promise<void> {
      const counted = waiting;
      waiting = new Map();
      for (const [account, counts] of counted) {
        const failures = [...counts.values()];
        await audit.addFailures(account, failures).catch((error: unknown) => {
          report(error);
          for (const failure of failures) add(account, failure);
        });
      }
    },
  };
}
