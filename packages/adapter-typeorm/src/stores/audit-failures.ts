import type { AccountId, FailureCount, Instant } from "@repute/domain";
import { dayOf } from "@repute/domain";
import type { Engine } from "../engine.js";
import { failureTable } from "../rows/accounts.js";
import type { Session } from "../session.js";

const pageSize = 1_000;

/** Adds to the counts of an account, in a unit of work about no account in particular. */
export async function addFailures(unit: Session, account: AccountId, failures: readonly FailureCount[]): Promise<void> {
  await unit.enter(account);
  for (const failure of failures)
    await unit.run(adding, [...failureTable.rowOf(account, { ...failure, day: dayOf(failure) })]);
}

const { name, columns } = failureTable;

const adding = `INSERT INTO ${name} (${columns.map((column) => column.name).join(", ")})
  VALUES (${columns.map((_, index) => `$${index + 1}`).join(", ")})
  ON CONFLICT (account_id, day, actor, actor_id, action, outcome) DO UPDATE SET
    first_at = CASE WHEN excluded.first_at < audit_failures.first_at THEN excluded.first_at ELSE audit_failures.first_at END,
    last_at = CASE WHEN excluded.last_at > audit_failures.last_at THEN excluded.last_at ELSE audit_failures.last_at END,
    failures = audit_failures.failures + excluded.failures`;

/** Reads the counts of an account whose last failure is at `since` or later, in pages. */
export async function* pagesOfFailures(
  read: Engine["read"],
  account: AccountId,
  since: Instant,
): AsyncIterable<readonly FailureCount[]> {
  for (let last: FailureCount | undefined, isMore = true; isMore;) {
    const page: readonly FailureCount[] = await read(account, pageAfter(account, since, last));
    if (page.length > 0) yield page;
    last = page.at(-1);
    isMore = page.length === pageSize;
  }
}

const sequence = "first_at, actor, actor_id, action, outcome";

const pageAfter =
  (account: AccountId, since: Instant, last: FailureCount | undefined) =>
  (session: Session): Promise<FailureCount[]> =>
    failureTable.find(
      session,
      `account_id = $1 AND last_at >= $2 AND (${sequence}) > ($3, $4, $5, $6, $7) ORDER BY ${sequence} LIMIT ${pageSize}`,
      [
        account,
        since,
        last?.firstAt ?? 0,
        last?.actor ?? "",
        last?.actorId ?? "",
        last?.action ?? "",
        last?.outcome ?? "",
      ],
    );
