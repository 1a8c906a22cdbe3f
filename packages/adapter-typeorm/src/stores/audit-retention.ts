import type { AccountId, Instant } from "@repute/domain";
import type { Session } from "../engine/session.js";

/**
 * Deletes up to `max` audit records and failure counts of an account that are older than `before`.
 * Returns the number of deleted rows.
 * The row in `audit_retention` permits the deletion, and exists only in this transaction.
 */
export async function forgetAudit(unit: Session, account: AccountId, before: Instant, max: number): Promise<number> {
  await unit.enter(account);
  await unit.run("INSERT INTO audit_retention (account_id, before) VALUES ($1, $2)", [account, before]);
  const records = await forgetRows(unit, account, before, max, "audit");
  const counts = await forgetRows(unit, account, before, max - records, "audit_failures");
  await unit.run("DELETE FROM audit_retention WHERE account_id = $1", [account]);
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
