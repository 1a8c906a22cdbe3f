import type { Bulk } from "../../foundation/feed/keyed-store.js";
import type { AccountId, InviteId } from "../../foundation/kernel/ids.js";
import { type UnitOfWork, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { linkWaiting } from "../appointments/record-appointments.js";
import type { Invite } from "../invites/invite.js";
import { applyWithdrawals, correctInvites } from "./apply-withdrawals.js";
import type { StoredRun } from "./import-run.js";
import { withApplied } from "./run-withdrawals.js";
import { nextParts, type RunPart } from "./staged-parts.js";
import { storeAll, type Stored } from "./store-parts.js";
import type { RunStores, StorePorts } from "./store-ports.js";

/**
 * Stores the next batch of an import run. Returns false if there are no more batches.
 *
 * Stores the records first, then their index keys, then links unlinked conversions. Deletes the staged parts last, so
 * that the batch can be repeated after a crash.
 */
export async function storeBatch(
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
  bulk: Bulk,
  onRows: (rows: number) => void,
): Promise<boolean> {
  const stored = await storeParts(ports, account, decided, bulk, onRows);
  for (let isLeft: boolean | undefined = stored.length > 0; isLeft;) {
    isLeft = await unlessComplete(ports, account, decided, (stores) => stores.bulk.settle(account, bulk));
  }
  for (const one of stored) {
    const changed = await unlessComplete(ports, account, decided, async (stores, now) => {
      const work = await unitOfWork(stores, account, now);
      if (await stores.conversions.anyWaiting(account)) await linkWaiting(one.appointments, work);
      const invites = await applyStatuses(one, decided, work);
      await stores.stagedRows.remove(account, decided.staging, one.position);
      return invites;
    });
    if (changed) await notifySender(ports, account, changed);
  }
  return stored.length > 0;
}

type ChangedInvites = { readonly corrected: readonly Invite[]; readonly withdrawn: readonly InviteId[] };

async function notifySender(
  { inviteSender }: StorePorts,
  account: AccountId,
  { corrected, withdrawn }: ChangedInvites,
): Promise<void> {
  if (corrected.length > 0) await inviteSender?.schedule(account, corrected);
  if (withdrawn.length > 0) await inviteSender?.withdraw?.(account, withdrawn);
}

/** Corrects and deletes planned invites for the rows of several parts. Adds the results to the counters of the run. */
async function applyStatuses(
  { corrections, withdrawals, restored }: Stored,
  { run }: StoredRun,
  work: UnitOfWork<RunStores>,
): Promise<ChangedInvites> {
  const corrected = corrections.length > 0 ? await correctInvites(corrections, work) : [];
  if (withdrawals.length === 0 && restored === 0) return { corrected, withdrawn: [] };
  const { applied, invites } = await applyWithdrawals(withdrawals, run, work);
  const { importRuns } = work.stores;
  const stored = await importRuns.byId(work.account, run.id);
  if (stored) {
    const counted = withApplied(stored.withdrawals, applied, restored);
    await importRuns.save(work.account, { ...stored, withdrawals: counted });
  }
  return { corrected, withdrawn: invites };
}

/** Stores several parts of the run in bulk. At the same time, reads the parts that come next. */
async function storeParts(
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
  bulk: Bulk,
  onRows: (rows: number) => void,
): Promise<readonly Stored[]> {
  const all: Stored[] = [];
  let ahead = partsAfter(ports, account, decided, -1);
  try {
    for (;;) {
      const known = await ahead;
      const after = all.at(-1)?.position ?? -1;
      const stored = await unlessComplete(ports, account, decided, async (stores, now) => {
        const [parts, work] = await Promise.all([
          nextParts(stores, account, decided, { after, known }),
          unitOfWork(stores, account, now),
        ]);
        const last = parts.at(-1);
        if (!last) return undefined;
        return storeAll(parts, work, { run: decided.run.id, bulk }, () => {
          ahead = partsAfter(ports, account, decided, last.position);
        });
      });
      if (!stored) return all;
      const { invites, rows, ...remaining } = stored;
      // If the process crashes before it deletes the parts, this call is repeated, so an invite may be scheduled twice.
      await ports.inviteSender?.schedule(account, invites);
      all.push(remaining);
      onRows(rows);
    }
  } finally {
    await ahead.catch(() => {});
  }
}

/** Reads the next parts in advance. If reading fails, the error is thrown when the caller awaits the parts. */
function partsAfter(
  { storage }: StorePorts,
  account: AccountId,
  decided: StoredRun,
  after: number,
): Promise<readonly RunPart[]> {
  const parts = storage.read(account, (stores) => nextParts(stores, account, decided, { after }));
  parts.catch(() => {});
  return parts;
}

/**
 * Runs `work` in a transaction, unless the import run is already complete. Another process may have completed the run
 * if it presumed that this process was dead.
 */
function unlessComplete<T>(
  { storage }: StorePorts,
  account: AccountId,
  { run }: StoredRun,
  work: (stores: RunStores, now: UnitOfWork<RunStores>["now"]) => Promise<T>,
): Promise<T | undefined> {
  return storage.transact(account, async (stores, now) =>
    (await stores.importRuns.byId(account, run.id))?.isComplete ? undefined : work(stores, now),
  );
}
