import { linkWaiting, storeAppointments } from "../attribution/record-appointments.js";
import { record } from "../feed/publication.js";
import type { InviteStores } from "../invites/invite-publication.js";
import { invitePublication } from "../invites/invite-publication.js";
import type { Invite } from "../invites/invite.js";
import type { AccountId, AppointmentId, ImportRunId, InviteId } from "../kernel/ids.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import { unitOfWork } from "../unit-of-work/unit-of-work.js";
import { applyWithdrawals, correctInvites } from "./apply-withdrawals.js";
import type { ImportErrorRow } from "./import-error.js";
import type { StoredRun } from "./import-run.js";
import type { KeyBatch } from "./key-batch.js";
import { keyBatch } from "./key-batch.js";
import { errorText, publishErrors } from "./publish-runs.js";
import { withApplied } from "./run-withdrawals.js";
import type { RunPart } from "./staged-parts.js";
import type { InviteCorrection } from "./staged-row.js";
import { nextParts } from "./staged-parts.js";
import type { RunStores, StorePorts } from "./store-ports.js";
import type { Withdrawal } from "./withdrawal.js";

/** How many keys are added in one unit of work. */
const keysAtOnce = 10_000;

/** What one unit of work has stored of some parts, the last of which has this position. */
type Stored = {
  readonly position: number;
  readonly appointments: readonly AppointmentId[];
  readonly corrections: readonly InviteCorrection[];
  readonly withdrawals: readonly Withdrawal[];
  readonly restored: number;
};

/** The same, with what is not needed for long. */
type StoredNow = Stored & {
  readonly rows: number;
  readonly invites: readonly Invite[];
};

const keyed = ["appointments", "invites"] as const;
type Keyed = (typeof keyed)[number];

/** The keys of the rows of a batch. */
export type Keys = Readonly<Record<Keyed, KeyBatch>>;

/** None yet; the same is used for all batches of a run. */
export const noKeys = (): Keys => ({ appointments: keyBatch(), invites: keyBatch() });

/**
 * Stores the next parts of a run: their records, then the keys of all of them in the order of each index, then links the
 * conversions that waited for them; only then are parts taken out. Answers whether there were any.
 */
export async function storeBatch(
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
  keys: Keys,
  onRows: (rows: number) => void,
): Promise<boolean> {
  const stored = await storeParts(ports, account, decided, keys, onRows);
  for (const kind of keyed) await addKeys(kind, keys[kind], ports, account, decided);
  for (const one of stored) {
    const changed = await unlessComplete(ports, account, decided, async (stores, now) => {
      const work = await unitOfWork(stores, account, now);
      if (await stores.conversions.anyWaiting(account)) await linkWaiting(one.appointments, work);
      const invites = await applyStatuses(one, decided, work);
      await stores.stagedRows.remove(account, decided.staging, one.position);
      return invites;
    });
    if (changed) await tellSender(ports, account, changed);
  }
  return stored.length > 0;
}

/** What the rows of some parts changed of invites that were planned before. */
type ChangedInvites = { readonly corrected: readonly Invite[]; readonly withdrawn: readonly InviteId[] };

async function tellSender(
  { inviteSender }: StorePorts,
  account: AccountId,
  { corrected, withdrawn }: ChangedInvites,
): Promise<void> {
  if (corrected.length > 0) await inviteSender?.schedule(account, corrected);
  if (withdrawn.length > 0) await inviteSender?.withdraw?.(account, withdrawn);
}

/** Corrects and withdraws planned invites of some parts, and notes it in the run. */
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

/** Adds the keys of a batch in the order of each index; while some are added, the next ones are put in order. */
async function addKeys(
  kind: Keyed,
  keys: KeyBatch,
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
): Promise<void> {
  const inOrder = keys.takeInOrder(keysAtOnce);
  for (let next = inOrder.next(); !next.done;) {
    const rows = next.value;
    const isAdded = await unlessComplete(ports, account, decided, async (stores) => {
      const adding = stores[kind].addKeys(account, rows);
      next = inOrder.next();
      await adding;
      return true;
    });
    if (!isAdded) return;
  }
}

/** Stores the records of the next parts, and gathers their keys; while some are stored, the next ones are read. */
async function storeParts(
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
  keys: Keys,
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
        return storeAll(parts, work, decided.run.id, () => {
          ahead = partsAfter(ports, account, decided, last.position);
          return gather(parts, work, keys);
        });
      });
      if (!stored) return all;
      const { invites, rows, ...kept } = stored;
      // Before the parts are taken out: an attempt that ends before that hands these invites over again.
      await ports.inviteSender?.schedule(account, invites);
      all.push(kept);
      onRows(rows);
    }
  } finally {
    await ahead.catch(() => {});
  }
}

/** Parts as they are now; what goes wrong is told when it is their turn. */
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
 * Stores what is of each kind beside the others: while the rows of one are put in, those of another are made. `meanwhile` is
 * called when there is enough to put in.
 */
async function storeAll(
  parts: readonly RunPart[],
  work: UnitOfWork<RunStores>,
  run: ImportRunId,
  meanwhile: () => Promise<void>,
): Promise<StoredNow> {
  const appointments = parts.flatMap((part) => part.appointments);
  const invites = parts.flatMap((part) => part.invites);
  const errors = parts.flatMap((part) => part.errors);
  await Promise.all([
    storeAppointments(appointments, work, work.stores.appointments.saveWithoutKeys),
    record(withoutKeys, invites, work),
    storeErrors(errors, run, work).then(meanwhile),
  ]);
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return {
    position: parts.at(-1)?.position ?? -1,
    rows,
    appointments: appointments.map(({ id }) => id),
    invites,
    corrections: parts.flatMap((part) => part.corrections),
    withdrawals: parts.flatMap((part) => part.withdrawals),
    restored: parts.reduce((sum, part) => sum + part.restored, 0),
  };
}

/** Gathers the keys of parts, of one after the other: made of many at once they would be in the way for longer. */
async function gather(
  parts: readonly RunPart[],
  { stores, account }: UnitOfWork<RunStores>,
  keys: Keys,
): Promise<void> {
  for (const { appointments, invites } of parts) {
    keys.appointments.add(await stores.appointments.keyRowsOf(account, appointments));
    keys.invites.add(await stores.invites.keyRowsOf(account, invites));
  }
}

async function storeErrors(
  errors: readonly ImportErrorRow[],
  run: ImportRunId,
  work: UnitOfWork<RunStores>,
): Promise<void> {
  await work.stores.importErrors.save(work.account, run, errors);
  await publishErrors(
    errors.map((error) => errorText(run, error)),
    work,
  );
}

const withoutKeys: typeof invitePublication = {
  ...invitePublication,
  store: ({ invites }: InviteStores) => ({ ...invites, save: invites.saveWithoutKeys }),
};

/** Another process may have stored the same run, after it took this one for dead. */
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
