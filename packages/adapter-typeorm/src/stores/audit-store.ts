import { randomBytes } from "node:crypto";
import {
  type AccountId,
  type Arrival,
  arrivalIn,
  type AuditRecord,
  type AuditStore,
  type AuditWriter,
  dayOf,
  type FailureCount,
  firstHistory,
  historyDays,
  type Instant,
} from "@repute/domain";
import type { Engine, Session, Write } from "../engine.js";
import { auditTable, failureTable, sourceTable } from "../tables/accounts.js";

/**
 * Returns the audit store. Writes do not use the queue of the account, so they do not wait for its long transactions.
 */
export function auditStore(read: Engine["read"], write: Write): AuditStore {
  return {
    async append(account, records) {
      if (records.length > 0) await write("directory", (unit) => putOnRecord(unit, account, records));
    },
    addArrival: (account, arrival) =>
      write("directory", async (unit) => {
        await unit.enter(account);
        await addArrival(unit, account, arrival);
      }),
    sources: (account) => read(account, (session) => sourcesOf(session, account)),
    forgetSource: (account, source) =>
      write("directory", async (unit) => {
        await unit.enter(account);
        await forgetSource(unit, account, source);
      }),
    async *read(account, since) {
      for (let last: Position | undefined = { at: since, id: "" }; last;) {
        const page: readonly Stored[] = await read(account, recordsAfter(account, last));
        if (page.length > 0) yield page.map(({ id: _, ...record }) => record);
        last = page.length === recordsPerPage ? page.at(-1) : undefined;
      }
    },
    async addFailures(account, failures) {
      if (failures.length > 0) await write("directory", (unit) => addFailures(unit, account, failures));
    },
    forget: (account, before, max, recordOf) =>
      write("directory", async (unit) => {
        const rows = await forgetAudit(unit, account, before, max);
        if (rows > 0) await putOnRecord(unit, account, [recordOf(rows)]);
        return rows;
      }),
    failures: (account, since) => pagesOfFailures(read, account, since),
  };
}

/** Returns an audit writer for a transaction on an account. */
export const auditWriter = (unit: Session): AuditWriter => ({
  async append(account, records) {
    const random = randomBytes(idBytes * records.length);
    const idAt = (index: number) => random.toString("base64url", idBytes * index, idBytes * (index + 1));
    const stored = records.map((record, index): Stored => ({ ...record, id: idAt(index) }));
    if (stored.length === 0) return;
    const arrivals = records.map(arrivalIn).filter((one) => one !== undefined);
    await Promise.all([
      auditTable.append(unit, account, stored),
      ...arrivals.map((arrival) => addArrival(unit, account, arrival)),
    ]);
  },
  addArrival: (account, arrival) => addArrival(unit, account, arrival),
  sources: (account) => sourcesOf(unit, account),
  forgetSource: (account, source) => forgetSource(unit, account, source),
});

async function forgetSource(unit: Session, account: AccountId, source: string): Promise<void> {
  await unit.run("DELETE FROM sources WHERE account_id = $1 AND source = $2", [account, source]);
}

const sourcesOf = (session: Session, account: AccountId) => sourceTable.find(session, "account_id = $1", [account]);

async function addArrival(unit: Session, account: AccountId, arrival: Arrival): Promise<void> {
  await unit.run(addingArrival, sourceTable.rowOf(account, firstHistory(arrival)));
}

const idBytes = 9;

/** Appends audit records of an account. Call it at the start of a transaction whose account is not set yet. */
export async function putOnRecord(unit: Session, account: AccountId, records: readonly AuditRecord[]): Promise<void> {
  await unit.enter(account);
  await auditWriter(unit).append(account, records);
}

const recordsAfter =
  (account: AccountId, { at, id }: Position) =>
  (session: Session): Promise<Stored[]> =>
    auditTable.find(session, `account_id = $1 AND (at, id) > ($2, $3) ORDER BY at, id LIMIT ${recordsPerPage}`, [
      account,
      at,
      id,
    ]);

const recordsPerPage = 1_000;

type Stored = AuditRecord & { readonly id: string };

type Position = { readonly at: Instant; readonly id: string };

/** Adds failures to an account's counts. Call this function before the transaction's account is set. */
async function addFailures(unit: Session, account: AccountId, failures: readonly FailureCount[]): Promise<void> {
  await unit.enter(account);
  for (const failure of failures) {
    await unit.run(adding, failureTable.rowOf(account, { ...failure, day: dayOf(failure.firstAt) }));
  }
}

/** Returns the beginning of a statement that inserts a row. */
const inserting = ({ name, columns }: Pick<typeof failureTable, "name" | "columns">): string =>
  `INSERT INTO ${name} (${columns.map((column) => column.name).join(", ")})
  VALUES (${columns.map((_, index) => `$${index + 1}`).join(", ")})`;

/** Number of days from the last day of a source to the day of an arrival. Failures do not have a day. */
const ahead = "CAST(excluded.last_day - sources.last_day AS INTEGER)";

/** Adds an arrival like `withArrival`, in one statement, so that no concurrent arrival is lost. */
const addingArrival = `${inserting(sourceTable)}
  ON CONFLICT (account_id, source) DO UPDATE SET
    last_day = CASE WHEN ${ahead} > 0 THEN excluded.last_day ELSE sources.last_day END,
    row_count = CASE WHEN ${ahead} > 0 THEN excluded.row_count WHEN ${ahead} = 0 THEN sources.row_count + excluded.row_count
      ELSE sources.row_count END,
    days = CASE WHEN ${ahead} >= ${historyDays} THEN 1
      WHEN ${ahead} > 0 THEN (sources.days << ${ahead}) & ${2 ** historyDays - 1} | 1
      WHEN ${ahead} > -${historyDays} AND excluded.days > 0 THEN sources.days | (1 << -${ahead}) ELSE sources.days END,
    last_at = CASE WHEN excluded.last_at > coalesce(sources.last_at, 0) THEN excluded.last_at ELSE sources.last_at END,
    failed_at = CASE WHEN excluded.failed_at > coalesce(sources.failed_at, 0) THEN excluded.failed_at ELSE sources.failed_at END`;

const adding = `${inserting(failureTable)}
  ON CONFLICT (account_id, day, actor, actor_id, action, outcome) DO UPDATE SET
    first_at = CASE WHEN excluded.first_at < audit_failures.first_at THEN excluded.first_at ELSE audit_failures.first_at END,
    last_at = CASE WHEN excluded.last_at > audit_failures.last_at THEN excluded.last_at ELSE audit_failures.last_at END,
    failures = audit_failures.failures + excluded.failures`;

/** Reads the failure counts of an account in pages. Skips counts whose last failure is before `since`. */
async function* pagesOfFailures(
  read: Engine["read"],
  account: AccountId,
  since: Instant,
): AsyncIterable<readonly FailureCount[]> {
  let place: Place | undefined = [dayOf(since), "", "", "", ""];
  while (place) {
    const rows: readonly DayCount[] = await read(account, failuresAfter(account, since, place));
    if (rows.length > 0) yield rows.map(({ day: _, ...count }) => count);
    place = rows.length === failuresPerPage ? placeOfFailure(rows.at(-1)) : undefined;
  }
}

const failuresAfter =
  (account: AccountId, since: Instant, place: Place) =>
  (session: Session): Promise<DayCount[]> =>
    failureTable.find(
      session,
      `account_id = $1 AND (${failureKey}) > ($2, $3, $4, $5, $6) AND last_at >= $7 ORDER BY ${failureKey} LIMIT ${failuresPerPage}`,
      [account, ...place, since],
    );

const failuresPerPage = 1_000;

const failureKey = "day, actor, actor_id, action, outcome";

type DayCount = FailureCount & { readonly day: number };

/**
 * Position for paging through an account's failure counts.
 * A count keeps its position when it grows, so it is returned only once.
 */
type Place = readonly [day: number, actor: string, actorId: string, action: string, outcome: string];

const placeOfFailure = (row: DayCount | undefined): Place | undefined =>
  row && [row.day, row.actor, row.actorId, row.action, row.outcome];

/**
 * Deletes up to `max` audit records and failure counts of an account that are older than `before`.
 * Returns the number of deleted rows.
 * On SQLite, a row in `audit_retention` permits the deletion, and exists only in this transaction.
 */
async function forgetAudit(unit: Session, account: AccountId, before: Instant, max: number): Promise<number> {
  await unit.enter(account);
  const { hasAuditRetention } = unit.dialect;
  if (hasAuditRetention)
    await unit.run("INSERT INTO audit_retention (account_id, before) VALUES ($1, $2)", [account, before]);
  const records = await forgetRows(unit, account, before, max, "audit");
  const counts = await forgetRows(unit, account, before, max - records, "audit_failures");
  if (hasAuditRetention) await unit.run("DELETE FROM audit_retention WHERE account_id = $1", [account]);
  return records + counts;
}

type AuditTable = "audit" | "audit_failures";

const keys = { audit: "at, id", audit_failures: "day, actor, actor_id, action, outcome" } as const;

const times = { audit: "at", audit_failures: "last_at" } as const;

async function forgetRows(
  unit: Session,
  account: AccountId,
  before: Instant,
  max: number,
  table: AuditTable,
): Promise<number> {
  const statement = unit.dialect.forget({ table, time: times[table], key: keys[table] });
  return (await unit.query(statement, [account, before, max])).length;
}
