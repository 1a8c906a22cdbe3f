import { byOperator } from "../audit/audit-record.js";
import type { AuditWriter } from "../audit/audit-store.js";
import type { LinkingStores } from "../attribution/appointment-store.js";
import type { InviteStores } from "../invites/invite-publication.js";
import type { AccountId } from "../kernel/ids.js";
import type { Clock } from "../kernel/instant.js";
import type { Transactions } from "../kernel/storage.js";
import type { SettingStores } from "../unit-of-work/unit-of-work.js";
import type { ImportErrorStore, ImportRunStore, StagedRowStore } from "./import-stores.js";
import type { StoredRun } from "./import-run.js";
import type { InviteSender } from "./invite-sender.js";
import { storeBatch } from "./store-batch.js";

/** What storing a run needs of a unit of work. */
export type RunStores = LinkingStores &
  InviteStores &
  SettingStores & {
    readonly importRuns: ImportRunStore;
    readonly importErrors: ImportErrorStore;
    readonly stagedRows: StagedRowStore;
    readonly audit: AuditWriter;
  };

export type StorePorts = {
  readonly storage: Transactions<RunStores>;
  readonly clock: Clock;
  readonly inviteSender?: InviteSender;
};

/**
 * Stores what a run has decided, some rows a unit of work, so that nobody waits long for their turn; then the run is
 * there to be seen. Goes on where another attempt ended, however that ended: storing rows twice is storing them once.
 */
export async function storeRun(
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
  onRows: (rows: number) => void,
): Promise<void> {
  let done = 0;
  const onMore = (rows: number) => onRows((done += rows));
  while (await storeBatch(ports, account, decided, onMore));
  await complete(ports, account, decided);
}

function complete({ storage, clock }: StorePorts, account: AccountId, decided: StoredRun): Promise<void> {
  return storage.transact(account, async ({ importRuns, audit }) => {
    if ((await importRuns.byId(account, decided.run.id))?.isComplete) return;
    await importRuns.save(account, { ...decided, isComplete: true });
    await audit.append(account, [
      byOperator({ at: clock(), action: "import_appointments", rows: decided.run.rowsProcessed }),
    ]);
  });
}
