import { byOperator } from "../../foundation/accounts/audit-trail.js";
import { type Bulk, newBulk, record } from "../../foundation/feed/publication.js";
import type { Phone } from "../../foundation/kernel/contact-details.js";
import type { AccountId, AppointmentId, ImportRunId, InviteId, MessageId } from "../../foundation/kernel/ids.js";
import type { Ports, ReadStores, Stores, Transactions } from "../../foundation/kernel/storage.js";
import type { Instant } from "../../foundation/kernel/times.js";
import { type UnitOfWork, unitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { Appointment } from "../appointments/appointment.js";
import { linkWaiting, storeAppointments } from "../appointments/appointments.js";
import { invitePublication } from "../invites/invite-item.js";
import { type Invite, type InviteType, plannedStatus } from "../invites/invite.js";
import { errorText, isListed, publishErrors, publishRuns } from "./import-item.js";
import type { ImportErrorRow, RunIds, StagedPart, StagedRowStore, StoredRun } from "./import-run.js";
import { type Changes, changesBy } from "./journal.js";
import type { Near } from "./match.js";
import { type ChangedInvites, correctInvites, type InviteCorrection } from "./planned-invites.js";
import type { Contact } from "./stops.js";
import { continueUndo } from "./undo.js";
import { applyWithdrawals, withApplied, type Withdrawal } from "./withdrawals.js";

/**
 * Stores the records of an import run in small transactions, so that other requests do not wait long. Then makes the
 * run visible.
 *
 * Continues where an interrupted attempt ended. Storing the same rows twice has no further effect.
 */
export async function storeRun(
  ports: Ports,
  account: AccountId,
  decided: StoredRun,
  onRows: (rows: number) => void,
): Promise<void> {
  const bulk = newBulk();
  let done = 0;
  const onMore = (rows: number) => onRows((done += rows));
  while (await storeBatch(ports, account, decided, bulk, onMore));
  await complete(ports, account, decided);
}

/**
 * Completes an account's interrupted import runs if all rows of the run were checked, and the runs whose undo was interrupted. Returns
 * the completed runs.
 */
export function finishRuns(ports: Ports) {
  return async (account: AccountId): Promise<readonly StoredRun[]> => {
    const runs = await ports.storage.read(account, ({ importRuns }) => importRuns.incomplete(account));
    for (const run of runs) {
      if (run.undo) await continueUndo(ports, account, run);
      else await storeRun(ports, account, run, () => {});
    }
    return runs.filter(({ undo }) => undo === null);
  };
}

/**
 * Stores the next batch of an import run. Returns false if there are no more batches.
 *
 * Stores the records first, then their index keys, then links unlinked conversions. Deletes the staged parts last, so
 * that the batch can be repeated after a crash.
 */
async function storeBatch(
  ports: Ports,
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
      const changes = changesBy(decided);
      const statuses = { ...one, ...(await statusesOf(one, decided, work)) };
      const invites = await applyStatuses(statuses, decided, work, changes);
      await changes.store(stores, account, journalPosition(one.position, 1));
      await stores.stagedRows.remove(account, decided.staging, one.position);
      return invites;
    });
    if (changed) await notifySender(ports, account, changed);
  }
  return stored.length > 0;
}

/** Stores several parts of the run in bulk. At the same time, reads the parts that come next. */
async function storeParts(
  ports: Ports,
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
        return storeAll(parts, work, { decided, bulk }, () => {
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
  { storage }: Ports,
  account: AccountId,
  decided: StoredRun,
  after: number,
): Promise<readonly RunPart[]> {
  const parts = storage.read(account, (stores) => nextParts(stores, account, decided, { after }));
  parts.catch(() => {});
  return parts;
}

/** Staged part of an import run, with the records from the part's body. */
type RunPart = StagedPart & {
  readonly rows: number;
  readonly appointments: readonly Appointment[];
  readonly newPatients: readonly AppointmentId[];
  readonly invites: readonly Invite[];
  readonly errors: readonly ImportErrorRow[];
  readonly corrections: readonly InviteCorrection[];
  readonly withdrawals: readonly Withdrawal[];
  readonly restored: number;
};

/**
 * Number of parts per batch. The index keys of a batch are added after all records of the batch are stored.
 * Larger batches add keys faster but need more memory.
 */
const batchParts = 125;

const batchOf = (position: number): number => Math.floor(position / batchParts);

/**
 * Returns the position of changes in the journal, in the order in which they are made. Each batch first stores the
 * records of its parts (phase 0), and then changes statuses (phase 1).
 */
const journalPosition = (position: number, phase: 0 | 1): number =>
  (2 * batchOf(position) + phase) * batchParts + (position % batchParts);

/**
 * Returns the parts after a position that belong to the same batch. The boundaries between batches never change.
 * Reuses the parsed parts in `known`, except for parts whose bodies an erasure has changed.
 */
async function nextParts(
  stores: ReadStores,
  account: AccountId,
  decided: StoredRun,
  { after, known = [] }: { readonly after: number; readonly known?: readonly RunPart[] },
): Promise<readonly RunPart[]> {
  const next = await stores.stagedRows.next(account, decided.staging, after, partsAtOnce);
  const batch = batchOf(after < 0 ? (next[0]?.position ?? 0) : after);
  const parts: RunPart[] = [];
  for (const part of next.filter(({ position }) => batchOf(position) === batch)) {
    const before = known.find((one) => one.position === part.position && one.body === part.body);
    parts.push(before ?? read(part, decided));
  }
  return parts;
}

/** Parses the body of a staged part. Version 0.1.0 staged no new patients. */
export const stagedRowsOf = ({ body }: StagedPart): StagedRows => ({
  newPatients: [],
  ...(JSON.parse(body) as Omit<StagedRows, "newPatients">),
});

function read(part: StagedPart, { run, firstIds, messageId }: StoredRun): RunPart {
  const staged = stagedRowsOf(part);
  const about = { uploadedAt: run.uploadedAt, messageId };
  return {
    ...part,
    ...staged,
    appointments: staged.appointments.map((one) => placedAppointment(one, firstIds)),
    newPatients: staged.newPatients.map((id) => placed(id, firstIds.appointments) as AppointmentId),
    invites: staged.invites.map((one) => scheduledInvite(one, firstIds, about)),
    errors: staged.errors.map((one) => placedError(one, firstIds)),
    corrections: staged.corrections.map((one) => ({
      invite: scheduledInvite(one, firstIds, about),
      visits: one.visits,
      contacts: one.contacts ?? [],
      near: one.near,
    })),
  };
}

/** Result of storing several parts in one transaction. `position` is the position of the last part. */
type Stored = {
  readonly position: number;
  readonly appointments: readonly AppointmentId[];
  readonly corrections: readonly InviteCorrection[];
  readonly withdrawals: readonly Withdrawal[];
  readonly restored: number;
};

/** Result of storing several parts. Some of its values are needed only until the next parts are stored. */
type StoredNow = Stored & {
  readonly rows: number;
  readonly invites: readonly Invite[];
};

/**
 * Stores appointments, invites and error rows concurrently, so that one kind is prepared while another is written.
 * Calls `afterErrors` after the error rows are stored.
 */
async function storeAll(
  parts: readonly RunPart[],
  work: UnitOfWork,
  { decided, bulk }: { readonly decided: StoredRun; readonly bulk: Bulk },
  afterErrors: () => void,
): Promise<StoredNow> {
  const appointments = parts.flatMap((part) => part.appointments);
  const invites = parts.flatMap((part) => part.invites);
  const errors = parts.flatMap((part) => part.errors);
  const position = parts.at(-1)?.position ?? -1;
  const { stores, account } = work;
  const changes = changesBy(decided);
  const newPatients = new Set(parts.flatMap((part) => part.newPatients));
  for (const one of appointments) changes.createdAppointment(one, newPatients.has(one.id));
  for (const one of invites) changes.createdInvite(one);
  async function save(changed: readonly Appointment[], known: ReadonlyMap<AppointmentId, Appointment>): Promise<void> {
    for (const one of changed) {
      const before = known.get(one.id);
      const isNew = newPatients.has(one.id);
      if (before) changes.changedAppointment(before, one, { isCaptured: true, ...(isNew && { isNewPatient: true }) });
    }
    // Save unchanged appointments too, because an interrupted attempt may have stored them without index keys.
    await stores.appointments.save(account, appointments, bulk);
  }
  await Promise.all([
    storeAppointments(appointments, work, save),
    record(inBulk(invites, bulk), invites, work),
    storeErrors(errors, decided.run.id, work).then(afterErrors),
  ]);
  await changes.store(stores, account, journalPosition(position, 0));
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return {
    position,
    rows,
    appointments: appointments.map(({ id }) => id),
    invites,
    corrections: parts.flatMap((part) => part.corrections),
    withdrawals: parts.flatMap((part) => part.withdrawals),
    restored: parts.reduce((sum, part) => sum + part.restored, 0),
  };
}

async function storeErrors(errors: readonly ImportErrorRow[], run: ImportRunId, work: UnitOfWork): Promise<void> {
  await work.stores.importErrors.save(work.account, run, errors);
  await publishErrors(
    errors.map((error) => errorText(run, error)),
    work,
  );
}

/**
 * Stores invites in bulk, even unchanged ones, because an interrupted attempt may have stored them without index keys.
 */
const inBulk = (invites: readonly Invite[], bulk: Bulk): typeof invitePublication => ({
  ...invitePublication,
  store: ({ invites: store }: Stores) => ({
    ...store,
    save: (account) => store.save(account, invites, bulk),
  }),
});

/** Reads the withdrawals of stored parts again, because an erasure may have removed some of them since. */
async function statusesOf(
  { position, withdrawals }: Stored,
  decided: StoredRun,
  { stores, account }: UnitOfWork,
): Promise<Pick<Stored, "withdrawals">> {
  if (withdrawals.length === 0) return { withdrawals };
  const parts = await nextParts(stores, account, decided, { after: -1 });
  return { withdrawals: parts.flatMap((part) => (part.position <= position ? part.withdrawals : [])) };
}

/** Corrects and deletes planned invites for the rows of several parts. Adds the results to the counters of the run. */
async function applyStatuses(
  { corrections, withdrawals, restored }: Stored,
  { run }: StoredRun,
  work: UnitOfWork,
  changes: Changes,
): Promise<ChangedInvites> {
  const { corrected, withdrawn } = await correctInvites(corrections, work, changes);
  if (withdrawals.length === 0 && restored === 0) return { corrected, withdrawn };
  const { applied, invites } = await applyWithdrawals(withdrawals, run, work, changes);
  const { importRuns } = work.stores;
  const stored = await importRuns.byId(work.account, run.id);
  if (stored) {
    const counted = withApplied(stored.withdrawals, applied, restored);
    await importRuns.save(work.account, { ...stored, withdrawals: counted });
  }
  return { corrected, withdrawn: [...withdrawn, ...invites] };
}

async function notifySender(
  { inviteSender }: Ports,
  account: AccountId,
  { corrected, withdrawn }: ChangedInvites,
): Promise<void> {
  if (corrected.length > 0) await inviteSender?.schedule(account, corrected);
  if (withdrawn.length > 0) await inviteSender?.withdraw?.(account, withdrawn);
}

/**
 * Runs `work` in a transaction, unless the import run is already complete. Another process may have completed the run
 * if it presumed that this process was dead.
 */
function unlessComplete<T>(
  { storage }: Ports,
  account: AccountId,
  { run }: StoredRun,
  work: (stores: Stores, now: UnitOfWork["now"]) => Promise<T>,
): Promise<T | undefined> {
  return storage.transact(account, async (stores, now) => {
    const stored = await stores.importRuns.byId(account, run.id);
    return stored && isListed(stored) ? undefined : work(stores, now);
  });
}

function complete({ storage, clock, operator }: Ports, account: AccountId, decided: StoredRun): Promise<void> {
  return storage.transact(account, async (stores, now) => {
    const { importRuns, audit } = stores;
    const stored = (await importRuns.byId(account, decided.run.id)) ?? decided;
    if (isListed(stored)) return;
    await importRuns.save(account, { ...stored, isComplete: true });
    await publishRuns([decided.run], { stores, account, now });
    const { id: importRun, connection, rowsProcessed: rows } = decided.run;
    const event = { at: clock(), action: "import_appointments", rows, origin: { importRun, connection } };
    await audit.append(account, [byOperator(event, { operator })]);
  });
}

/**
 * Records to store for a chunk of rows. Negative ids count the records that the run creates, so -1 is the first record
 * of its kind.
 */
export type StagedRows = {
  readonly rows: number;
  readonly appointments: readonly Appointment[];
  /** Ids of the appointments of new patients. */
  readonly newPatients: readonly number[];
  readonly invites: readonly StagedInvite[];
  readonly errors: readonly ImportErrorRow[];
  /** Corrected invites for the appointments that this chunk of rows updates. */
  readonly corrections: readonly StagedCorrection[];
  readonly withdrawals: readonly Withdrawal[];
  /** Number of rows that restore a withdrawn appointment. */
  readonly restored: number;
};

/** Invite that an import row schedules for its appointment. */
export type StagedInvite = Pick<Invite, "customerName" | "locationId" | "providerId" | "patientId" | "visit"> & {
  readonly id: number;
  readonly type: InviteType;
  readonly contact: Contact;
  readonly plannedAt: Instant;
};

/** Corrected version of a planned invite. An import row has updated the appointment of the invite. */
export type StagedCorrection = StagedInvite & {
  /** Visit keys under which the invite may be stored. */
  readonly visits: readonly string[];
  /** Contacts of the updated appointment. The invite keeps its recipient if it is one of them. Absent in rows of version 0.1.0. */
  readonly contacts?: readonly Contact[];
  /** Time within which no other invite may go to the new contact. Absent in rows of version 0.1.0. */
  readonly near?: Near;
};

/** Number of parts that are staged or stored per transaction. */
export const partsAtOnce = 5;

/** Converts a temporary negative id to a permanent id. Other ids stay unchanged. */
const placed = (id: number, first: number): number => (id < 0 ? first - id - 1 : id);

/**
 * Returns an appointment with its final id. Copies each property by name, because spread syntax is several times
 * slower.
 */
const placedAppointment = (appointment: Appointment, { appointments }: RunIds): Appointment => ({
  id: placed(appointment.id, appointments) as AppointmentId,
  at: appointment.at,
  bookedAt: appointment.bookedAt,
  patientId: appointment.patientId,
  patientName: appointment.patientName,
  dateOfBirth: appointment.dateOfBirth,
  phones: appointment.phones,
  email: appointment.email,
  locationId: appointment.locationId,
  providerId: appointment.providerId,
  revenue: appointment.revenue,
  source: appointment.source,
  status: appointment.status,
  statusAt: appointment.statusAt,
});

/** Returns an invite in its stored format. If the planned time is after the upload, the invite is marked as waiting. */
const scheduledInvite = (
  { id, type, contact, customerName, locationId, providerId, patientId, visit, plannedAt }: StagedInvite,
  { invites }: RunIds,
  { uploadedAt, messageId }: { readonly uploadedAt: Instant; readonly messageId: MessageId | null },
): Invite => ({
  id: placed(id, invites) as InviteId,
  type,
  sentTo: contact,
  phone: type === "sms" ? (contact as Phone) : null,
  sentAt: plannedAt,
  isWaiting: plannedAt > uploadedAt,
  sentBy: "",
  customerName,
  locationId,
  providerId,
  messageId,
  platformId: null,
  openedAt: null,
  clicks: [],
  proceededToReview: false,
  reviewRating: null,
  status: plannedStatus,
  extras: {},
  patientId,
  visit,
});

/** Returns an error row with final ids, including `existing_id` in its details. */
function placedError(error: ImportErrorRow, ids: RunIds): ImportErrorRow {
  const { item } = error;
  const existing = item.match_info?.["existing_id"];
  const first = item.error_type === "duplicate_appointment" ? ids.appointments : ids.invites;
  const matchInfo =
    typeof existing === "number" ? { match_info: { ...item.match_info, existing_id: placed(existing, first) } } : {};
  return { ...error, item: { ...item, id: placed(item.id, ids.errors), ...matchInfo } };
}

/** Deletes the staged rows of a run that was not saved, in small transactions. */
export async function discardStaged(
  { storage }: { readonly storage: Transactions<{ readonly stagedRows: StagedRowStore }> },
  account: AccountId,
  staging: string,
): Promise<void> {
  const all = Number.MAX_SAFE_INTEGER;
  while ((await storage.transact(account, ({ stagedRows }) => stagedRows.remove(account, staging, all))) > 0);
}
