import { type AccountId, dayOf, type FailureCount, type Instant } from "@repute/domain";
import type { Engine } from "../engine/engine.js";
import type { Session } from "../engine/session.js";
import { failureTable } from "../tables/accounts.js";

const pageSize = 1_000;

/** Adds failures to an account's counts. Call this function before the transaction's account is set. */
export async function addFailures(unit: Session, account: AccountId, failures: readonly FailureCount[]): Promise<void> {
  await unit.enter(account);
  for (const failure of failures) {
    await unit.run(adding, failureTable.rowOf(account, { ...failure, day: dayOf(failure.firstAt) }));
  }
}

const { name, columns } = failureTable;

const adding = `INSERT INTO ${name} (${columns.map((column) => column.name).join(", ")})
  VALUES (${columns.map((_, index) => `$${index + 1}`).join(", ")})
  ON CONFLICT (account_id, day, actor, actor_id, action, outcome) DO UPDATE SET
    first_at = CASE WHEN excluded.first_at < audit_failures.first_at THEN excluded.first_at ELSE audit_failures.first_at END,
    last_at = CASE WHEN excluded.last_at > audit_failures.last_at THEN excluded.last_at ELSE audit_failures.last_at END,
    failures = audit_failures.failures + excluded.failures`;

/** Reads the failure counts of an account in pages. Skips counts whose last failure is before `since`. */
export async function* pagesOfFailures(
  read: Engine["read"],
  account: AccountId,
  since: Instant,
): AsyncIterable<readonly FailureCount[]> {
  let place: Place | undefined = [dayOf(since), "", "", "", ""];
  while (place) {
    const rows: readonly DayCount[] = await read(account, pageAfter(account, since, place));
    if (rows.length > 0) yield rows.map(({ day: _, ...count }) => count);
    place = rows.length === pageSize ? placeOf(rows.at(-1)) : undefined;
  }
}

type DayCount = FailureCount & { readonly day: number };

/**
 * Position for paging through an account's failure counts.
 * A count keeps its position when it grows, so it is returned only once.
 */
type Place = readonly [day: number, actor: string, actorId: string, action: string, outcome: string];

const placeOf = (row: DayCount | undefined): Place | undefined =>
  row && [row.day, row.actor, row.actorId, row.action, row.outcome];

const key = "day, actor, actor_id, action, outcome";

const pageAfter =
  (account: AccountId, since: Instant, place: Place) =>
  (session: Session): Promise<DayCount[]> =>
    failureTable.find(
      session,
      `account_id = $1 AND (${key}) > ($2, $3, $4, $5, $6) AND last_at >= $7 ORDER BY ${key} LIMIT ${pageSize}`,
      [account, ...place, since],
    );
