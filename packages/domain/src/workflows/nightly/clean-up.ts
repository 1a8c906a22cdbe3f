import { eachAccount } from "../../foundation/accounts/account.js";
import { byService, type DeletionRecord } from "../../foundation/accounts/audit-trail.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { type OnHeld, runJob } from "../../foundation/kernel/jobs.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { day, type Instant, plus } from "../../foundation/kernel/times.js";
import { recordTypes } from "../../subjects/record-types/record-types.js";
import { type PurgedAccount, removeTests } from "../../subjects/submissions/submissions.js";
import { tidyLoads } from "../bundle/staged-load.js";
import { finishDeletions } from "../erasure/delete-account.js";
import { tidyUploads } from "../uploads/work-on-uploads.js";

/** Retention periods in days. If a period is omitted, rows are retained forever. */
export type Retention = {
  /** Days after the upload until error rows of imports and warnings about patient files are deleted. */
  readonly errorRowDays?: number;
  /** Days until audit records and counts of failed authentications are deleted. */
  readonly auditDays?: number;
};

/** Default number of days for which the change feed lists deletions. */
const usualTombstoneDays = 90;

/**
 * Runs the nightly cleanup of all accounts.
 * Deletes test submissions and expired data, and completes or undoes work of crashed processes.
 *
 * Returns the number of deleted test submissions by account.
 * Returns `undefined` if another process runs the cleanup, or if the cleanup has run since `due`.
 * The cleanup counts as done if no account fails.
 */
export function cleanUp(ports: Ports, tombstoneDays = usualTombstoneDays, retention: Retention = {}) {
  const { storage, clock } = ports;
  const clean = (isHeld: () => Promise<boolean>) =>
    eachAccount(storage, async ({ id, key }) => {
      // Skip the account if the lease expired and another process has taken over.
      if (!(await isHeld())) return undefined;
      const removed = await storage.transact(id, async (stores, now) => {
        for (const { expire } of recordTypes) await expire?.(stores, id, now);
        await stores.feed.forgetRemoved(id, plus(now, -tombstoneDays * day));
        return removeTests(stores, id, (rows) => byService({ at: clock(), action: "purge_test_submissions", rows }));
      });
      for (const { tidy } of recordTypes) await tidy?.(ports, id);
      await applyRetention(ports, retention)(id);
      await tidyLoads(ports, id);
      return { account: key, removed };
    });
  return async (due: Instant, onHeld?: OnHeld): Promise<readonly PurgedAccount[] | undefined> => {
    const purged = await runJob(ports, { job: "nightly", due, onHeld }, clean);
    if (purged) await finishDeletions(ports);
    if (purged) await tidyUploads(ports);
    return purged?.filter((one) => one !== undefined);
  };
}

/** Maximum number of audit records deleted per transaction. Small, so that other writers wait only briefly. */
const batch = 1_000;

/** Deletes expired rows of an account in batches. Each batch and its audit record share a transaction. */
function applyRetention({ storage, clock }: Ports, { errorRowDays, auditDays }: Retention) {
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
