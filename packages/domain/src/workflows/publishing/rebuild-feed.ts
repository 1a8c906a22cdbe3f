import type { OperatorPort } from "../../foundation/audit/audit-origin.js";
import { byOperator, byService } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import { currentFingerprint } from "../../foundation/feed/item-fingerprints.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import type { CountedRecords, RecordPosition } from "../../foundation/records/record-lists.js";
import { type SettingStores, type UnitOfWork, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { allLists, type ListStores } from "./render-lists.js";

/** Number of records rendered, by kind. */
export type RebuildReport = Readonly<Record<CountedRecords, number>>;

export type RebuildPorts = OperatorPort & {
  readonly storage: Transactions<ListStores & SettingStores & { readonly audit: AuditWriter }>;
  readonly clock: Clock;
};

/**
 * Renders every list of an account again from its records, in one transaction.
 * Changed items get the current time as their time of change. Conversions keep their time of change.
 */
export function rebuildFeed({ storage, clock, operator }: RebuildPorts, actor: "operator" | "service" = "operator") {
  return (account: AccountId): Promise<RebuildReport> =>
    storage.transact(account, async (stores, now) => {
      const event = { at: clock(), action: "rebuild_feed" };
      await stores.audit.append(account, [actor === "service" ? byService(event) : byOperator(event, { operator })]);
      await stores.feed.mark(account);
      const work = await unitOfWork(stores, account, now);
      const report = await renderAll(work);
      await stores.feed.sweep(account, currentFingerprint);
      return report;
    });
}

async function renderAll(work: UnitOfWork<ListStores>): Promise<RebuildReport> {
  const counts: Partial<Record<CountedRecords, number>> = {};
  for (const { countedAs, renderAgain } of allLists) {
    for (let after: RecordPosition | undefined = []; after;) {
      const { count, next } = await renderAgain(work, after);
      if (countedAs) counts[countedAs] = (counts[countedAs] ?? 0) + count;
      after = next;
    }
  }
  return counts as RebuildReport;
}
