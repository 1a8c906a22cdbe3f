import type { AccountStore } from "../../foundation/accounts/account-store.js";
import { eachAccount } from "../../foundation/accounts/each-account.js";
import { byService } from "../../foundation/audit/audit-record.js";
import type { AuditStore } from "../../foundation/audit/audit-store.js";
import type { FeedWriter } from "../../foundation/feed/feed.js";
import { holdJob, type JobPorts } from "../../foundation/kernel/held-job.js";
import { day, type Instant, plus } from "../../foundation/kernel/instant.js";
import { type RecordReads, recordTypes } from "../../subjects/record-types/record-types.js";
import { type PurgedAccount, removeTests } from "../../subjects/submissions/purge-test-submissions.js";
import { tidyLoads } from "../bundle/finish-loads.js";
import type { StoringPorts } from "../bundle/load-ports.js";
import { applyRetention, type Retention } from "./retention.js";

/** Default number of days for which the change feed lists deletions. */
const usualTombstoneDays = 90;

type NightlyPorts = JobPorts &
  StoringPorts<RecordReads, { readonly feed: Pick<FeedWriter, "forgetRemoved"> }> & {
    readonly storage: {
      readonly accounts: AccountStore;
      readonly audit: Pick<AuditStore, "forget">;
    };
  };

/**
 * Runs the nightly cleanup of all accounts.
 * Deletes test submissions and expired data, and completes or undoes work of crashed processes.
 *
 * Returns the number of deleted test submissions by account.
 * Returns `undefined` if another process runs the cleanup, or if the cleanup has run since `due`.
 * The cleanup counts as done if no account fails.
 */
export function cleanUp(ports: NightlyPorts, tombstoneDays = usualTombstoneDays, retention: Retention = {}) {
  const { storage, clock } = ports;
  return async (due: Instant): Promise<readonly PurgedAccount[] | undefined> => {
    const job = await holdJob(ports, "nightly", due);
    if (!job) return undefined;
    const purged = await eachAccount(storage, async ({ id, key }) => {
      // Skip the account if the lease expired and another process has taken over.
      if (!(await job.isHeld())) return undefined;
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
    await job.finish();
    return purged.filter((one) => one !== undefined);
  };
}
