import { byOperator } from "../audit/audit-record.js";
import type { AuditWriter } from "../audit/audit-store.js";
import type { AccountId } from "../kernel/ids.js";
import type { Clock } from "../kernel/instant.js";
import type { Transactions } from "../kernel/storage.js";
import type { SettingStores } from "../unit-of-work/unit-of-work.js";
import { unitOfWork } from "../unit-of-work/unit-of-work.js";
import type { PublishedStores, RebuildReport } from "./publications.js";
import { rerenderAll } from "./publications.js";

type RebuildPorts = {
  readonly storage: Transactions<PublishedStores & SettingStores & { readonly audit: AuditWriter }>;
  readonly clock: Clock;
};

/**
 * Renders every list of an account again from its records, as one unit of work. Every item then counts as modified
 * now: whoever copies by time of change fetches it once more. Conversions alone keep their own time of change.
 */
export function rebuildFeed({ storage, clock }: RebuildPorts) {
  return (account: AccountId): Promise<RebuildReport> =>
    storage.transact(account, async (stores, now) => {
      await stores.feed.clear(account);
      await stores.audit.append(account, [byOperator({ at: clock(), action: "rebuild_feed" })]);
      return rerenderAll(await unitOfWork(stores, account, now));
    });
}
