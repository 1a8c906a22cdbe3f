import { linkWaiting, storeAppointments } from "../attribution/record-appointments.js";
import { record } from "../feed/publication.js";
import type { InviteStores } from "../invites/invite-publication.js";
import { invitePublication } from "../invites/invite-publication.js";
import type { Invite } from "../invites/invite.js";
import type { AccountId, AppointmentId } from "../kernel/ids.js";
import type { KeyRows } from "../kernel/keyed-store.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import { unitOfWork } from "../unit-of-work/unit-of-work.js";
import type { StoredRun } from "./import-run.js";
import type { StagedPart, StagedRowStore } from "./import-stores.js";
import type { KeyBatch } from "./key-batch.js";
import { keyBatch } from "./key-batch.js";
import { errorText, publishErrors } from "./publish-runs.js";
import { partsAtOnce } from "./stage-rows.js";
import type { StagedRows } from "./staged-row.js";
import { placedAppointment, placedError, scheduledInvite } from "./staged-row.js";
import type { RunStores, StorePorts } from "./store-ports.js";

/** How many parts are stored before their keys: the keys of more rows are added faster, and take more memory. */
const batchParts = 300;

/** How many keys are added in one unit of work. */
const keysAtOnce = 10_000;

/** What one unit of work has stored of some parts, the last of which has this position. */
type Stored = {
  readonly position: number;
  readonly appointments: readonly AppointmentId[];
};

/** The same, with what is not needed for long. */
type StoredNow = Stored & {
  readonly rows: number;
  readonly invites: readonly Invite[];
  readonly keyRows: Readonly<Record<keyof Keys, KeyRows>>;
};

/** The keys of the rows of a batch. */
export type Keys = Readonly<Record<"appointments" | "invites", KeyBatch>>;

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
  for (const kind of ["appointments", "invites"] as const) await addKeys(kind, keys[kind], ports, account, decided);
  for (const { position, appointments } of stored) {
    await unlessComplete(ports, account, decided, async (stores, now) => {
      if (await stores.conversions.anyWaiting(account)) {
        await linkWaiting(appointments, await unitOfWork(stores, account, now));
      }
      await stores.stagedRows.remove(account, decided.staging, position);
    });
  }
  return stored.length > 0;
}

/** Adds the keys of a batch in the order of each index; while some are added, the next ones are put in order. */
async function addKeys(
  kind: keyof Keys,
  keys: KeyBatch,
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
): Promise<void> {
  let adding: Promise<void> | undefined;
  for (const rows of keys.takeInOrder(keysAtOnce)) {
    await adding;
    adding = unlessComplete(ports, account, decided, (stores) => stores[kind].addKeys(account, rows));
  }
  await adding;
}

/** Stores the records of the next parts; while some are stored, the keys of those before are gathered. */
async function storeParts(
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
  keys: Keys,
  onRows: (rows: number) => void,
): Promise<readonly Stored[]> {
  const all: Stored[] = [];
  let gather = () => {};
  for (let after = -1; ;) {
    const storing = unlessComplete(ports, account, decided, async (stores, now) => {
      const parts = await nextParts(stores.stagedRows, account, decided.staging, after);
      return storeAll(parts, await unitOfWork(stores, account, now), decided);
    });
    gather();
    const stored = await storing;
    if (!stored) return all;
    const { position, appointments, invites, rows, keyRows } = stored;
    gather = () => {
      keys.appointments.add(keyRows.appointments);
      keys.invites.add(keyRows.invites);
    };
    // Before the parts are taken out: an attempt that ends before that hands these invites over again.
    await ports.inviteSender?.schedule(account, invites);
    all.push({ position, appointments });
    after = position;
    onRows(rows);
  }
}

/** The parts that follow on a position in the same batch: batches are the same however often an attempt ends in one. */
async function nextParts(
  stagedRows: StagedRowStore,
  account: AccountId,
  staging: string,
  after: number,
): Promise<readonly StagedPart[]> {
  const parts: StagedPart[] = [];
  while (parts.length < partsAtOnce) {
    const last = parts.at(-1)?.position ?? after;
    const next = await stagedRows.next(account, staging, last);
    if (!next || (last >= 0 && batchOf(next.position) !== batchOf(last))) break;
    parts.push(next);
  }
  return parts;
}

const batchOf = (position: number): number => Math.floor(position / batchParts);

async function storeAll(
  parts: readonly StagedPart[],
  work: UnitOfWork<RunStores>,
  { run, firstIds, messageId }: StoredRun,
): Promise<StoredNow | undefined> {
  const last = parts.at(-1);
  if (!last) return undefined;
  const { stores, account } = work;
  const staged = parts.map(({ body }) => JSON.parse(body) as StagedRows);
  const about = { sentAt: run.uploadedAt, messageId };
  const appointments = staged.flatMap((part) => part.appointments.map((one) => placedAppointment(one, firstIds)));
  const invites = staged.flatMap((part) => part.invites.map((one) => scheduledInvite(one, firstIds, about)));
  const errors = staged.flatMap((part) => part.errors.map((one) => placedError(one, firstIds)));
  await storeAppointments(appointments, work, stores.appointments.saveWithoutKeys);
  await record(withoutKeys, invites, work);
  await stores.importErrors.save(account, run.id, errors);
  await publishErrors(
    errors.map((error) => errorText(run.id, error)),
    work,
  );
  const keyRows = {
    appointments: await stores.appointments.keyRowsOf(account, appointments),
    invites: await stores.invites.keyRowsOf(account, invites),
  };
  const rows = staged.reduce((sum, part) => sum + part.rows, 0);
  return { position: last.position, rows, appointments: appointments.map(({ id }) => id), invites, keyRows };
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
