import type { AccountStore } from "../../foundation/accounts/account-store.js";
import { eachAccount } from "../../foundation/accounts/each-account.js";
import type { OperatorPort } from "../../foundation/audit/audit-origin.js";
import { type AuditRecord, byOperator } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import type { SubmissionStore } from "./submission-store.js";

export type RemovalStores = {
  readonly submissions: Pick<SubmissionStore, "removeTests">;
  readonly audit: AuditWriter;
};

type PurgePorts = OperatorPort & {
  readonly storage: Transactions<RemovalStores> & { readonly accounts: AccountStore };
  readonly clock: Clock;
};

/** Number of test submissions that were deleted from an account. `account` is the account key. */
export type PurgedAccount = { readonly account: string; readonly removed: number };

/**
 * Deletes the test submissions of all accounts. Returns the number of deleted submissions per account, including zeros.
 */
export function purgeTestSubmissions({ storage, clock, operator }: PurgePorts) {
  const record = (rows: number) => byOperator({ at: clock(), action: "purge_test_submissions", rows }, { operator });
  return (): Promise<readonly PurgedAccount[]> =>
    eachAccount(storage, async ({ id, key }) => {
      const removed = await storage.transact(id, (stores) => removeTests(stores, id, record));
      return { account: key, removed };
    });
}

/**
 * Deletes an account's test submissions and returns their number. If there were any, appends a record to the audit
 * trail.
 */
export async function removeTests(
  { submissions, audit }: RemovalStores,
  account: AccountId,
  recordOf: (rows: number) => AuditRecord,
): Promise<number> {
  const removed = await submissions.removeTests(account);
  if (removed > 0) await audit.append(account, [recordOf(removed)]);
  return removed;
}
