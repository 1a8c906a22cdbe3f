import { byService } from "../../foundation/audit/audit-record.js";
import type { AuditStore, AuditWriter, DeletionRecord } from "../../foundation/audit/audit-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { type Clock, day, type Instant, plus } from "../../foundation/kernel/instant.js";
import type { Reads, Transactions } from "../../foundation/kernel/storage.js";
import { type RecordReads, type RecordStores, recordTypes } from "../../subjects/record-types/record-types.js";

/** Retention periods in days. If a period is omitted, rows are retained forever. */
export type Retention = {
  /** Days after the upload until error rows of imports and warnings about patient files are deleted. */
  readonly errorRowDays?: number;
  /** Days until audit records and counts of failed authentications are deleted. */
  readonly auditDays?: number;
};

type RetentionPorts = {
  readonly storage: Transactions<RecordStores & { readonly audit: AuditWriter }> &
    Reads<RecordReads> & { readonly audit: Pick<AuditStore, "forget"> };
  readonly clock: Clock;
};

/** Maximum number of audit records deleted per transaction. Small, so that other writers wait only briefly. */
const batch = 1_000;

/** Deletes expired rows of an account in batches. Each batch and its audit record share a transaction. */
export function applyRetention({ storage, clock }: RetentionPorts, { errorRowDays, auditDays }: Retention) {
  return async (account: AccountId): Promise<void> => {
    const now = clock();
    if (errorRowDays !== undefined) await forgetRows(account, plus(now, -errorRowDays * day));
    if (auditDays !== undefined) {
      const before = plus(now, -auditDays * day);
      const recordOf = recordsOf("delete_audit_records", before);
      while ((await storage.audit.forget(account, before, batch, recordOf)) === batch);
    }
  };

  async function forgetRows(account: AccountId, before: Instant): Promise<void> {
    const recordOf = recordsOf("delete_error_rows", before);
    for (const { uploadedBefore } of recordTypes) {
      const batches = uploadedBefore?.((work) => storage.read(account, (stores) => work(stores, account)), before);
      for await (const { count, remove } of batches ?? []) {
        await storage.transact(account, async (stores) => {
          await remove({ stores, account });
          await stores.audit.append(account, [recordOf(count)]);
        });
      }
    }
  }

  function recordsOf(action: string, before: Instant): DeletionRecord {
    const subject = `before ${new Date(before).toISOString().slice(0, 10)}`;
    return (rows) => byService({ at: clock(), action, subject, rows });
  }
}
