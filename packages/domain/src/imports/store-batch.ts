import { linkWaiting, storeAppointments } from "../attribution/record-appointments.js";
import { record } from "../feed/publication.js";
import type { InviteStores } from "../invites/invite-publication.js";
import { invitePublication } from "../invites/invite-publication.js";
import type { Invite } from "../invites/invite.js";
import type { AccountId, AppointmentId } from "../kernel/ids.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import { unitOfWork } from "../unit-of-work/unit-of-work.js";
import type { StoredRun } from "./import-run.js";
import type { StagedPart } from "./import-stores.js";
import { keyBatch } from "./key-batch.js";
import type { StagedRows } from "./staged-row.js";
import { placedAppointment, placedError, scheduledInvite } from "./staged-row.js";
import type { RunStores, StorePorts } from "./store-run.js";

/** How many parts are stored before their keys: the keys of more rows are added faster, and take more memory. */
const batchParts = 20;

/** How many keys are added in one unit of work. */
const keysAtOnce = 5_000;

/** A part whose records are stored. */
type Part = {
  readonly position: number;
  readonly rows: number;
  readonly appointments: readonly AppointmentId[];
  readonly invites: readonly Invite[];
};

type Keys = Readonly<Record<"appointments" | "invites", ReturnType<typeof keyBatch>>>;

/**
 * Stores the next parts of a run: their records, then the keys of all of them in the order of each index, then links the
 * conversions that waited for them; only then are parts taken out. Answers how many there were.
 */
export async function storeBatch(
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
  onRows: (rows: number) => void,
): Promise<number> {
  const keys = { appointments: keyBatch(), invites: keyBatch() };
  const parts = await storeParts(ports, account, decided, keys, onRows);
  for (const kind of ["appointments", "invites"] as const) {
    for (const rows of keys[kind].inOrder(keysAtOnce)) {
      await unlessComplete(ports, account, decided, (stores) => stores[kind].addKeys(account, rows));
    }
  }
  for (const part of parts) {
    // Before the part is taken out: an attempt that ends here hands these invites over again.
    await ports.inviteSender?.schedule(account, part.invites);
    await unlessComplete(ports, account, decided, async (stores, now) => {
      await linkWaiting(part.appointments, await unitOfWork(stores, account, now));
      await stores.stagedRows.remove(account, decided.staging, part.position);
    });
  }
  return parts.length;
}

/** Stores the records of the next parts, and gathers their keys. */
async function storeParts(
  ports: StorePorts,
  account: AccountId,
  decided: StoredRun,
  keys: Keys,
  onRows: (rows: number) => void,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (let [after, end] = [-1, Infinity]; after < end - 1;) {
    const part = await unlessComplete(ports, account, decided, async (stores, now) => {
      const next = await stores.stagedRows.next(account, decided.staging, after);
      if (!next || next.position >= end) return undefined;
      return storePart(await unitOfWork(stores, account, now), decided, next, keys);
    });
    if (!part) break;
    // The same batches however often an attempt ends in one of them.
    end = (Math.floor(part.position / batchParts) + 1) * batchParts;
    after = part.position;
    parts.push(part);
    onRows(part.rows);
  }
  return parts;
}

async function storePart(
  work: UnitOfWork<RunStores>,
  { run, firstIds, messageId }: StoredRun,
  { position, body }: StagedPart,
  keys: Keys,
): Promise<Part> {
  const { stores, account } = work;
  const staged = JSON.parse(body) as StagedRows;
  const appointments = staged.appointments.map((one) => placedAppointment(one, firstIds));
  const about = { sentAt: run.uploadedAt, messageId };
  const invites = staged.invites.map((invite) => scheduledInvite(invite, firstIds, about));
  await storeAppointments(appointments, work, stores.appointments.saveWithoutKeys);
  await record(withoutKeys, invites, work);
  await stores.importErrors.save(
    account,
    run.id,
    staged.errors.map((error) => placedError(error, firstIds)),
  );
  keys.appointments.add(await stores.appointments.keyRowsOf(account, appointments));
  keys.invites.add(await stores.invites.keyRowsOf(account, invites));
  return { position, rows: staged.rows, appointments: appointments.map(({ id }) => id), invites };
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
