import { contactOf } from "../../foundation/kernel/contact-details.js";
import type { AccountId, AppointmentId, InviteId } from "../../foundation/kernel/ids.js";
import type { ReadStores } from "../../foundation/kernel/storage.js";
import { day, type Instant, plus, second } from "../../foundation/kernel/times.js";
import type { Appointment, AppointmentKey } from "../appointments/appointment.js";
import { type Invite, type InviteSearch, isPlanned, keysOfInvite } from "../invites/invite.js";
import { type JournalEntry, journalSteps, type RemainingReason, type StoredRun } from "./import-run.js";
import { appointmentHash, type ChangedRecord, createdBy, type CreatedRecords, inviteHash } from "./journal.js";
import { deceasedKeys, invitesOfVisit } from "./match.js";
import type { Contact } from "./stops.js";

type Reading = { readonly stores: ReadStores; readonly account: AccountId; readonly now: Instant };

/** Hash of each record that has been reverted, by id, or `null` if it was deleted. */
type Hashes = Map<number, number | null>;

/** Results of earlier steps that are not stored: a dry run assumes them. */
export type Assumed = { readonly appointments: Hashes; readonly invites: Hashes };

export const nothingAssumed = (): Assumed => ({ appointments: new Map(), invites: new Map() });

/** Ids of the records that later imports changed. They stay, even if a later import made them equal again. */
export type ChangedLater = Readonly<Record<"appointments" | "invites", ReadonlySet<number>>>;

type Undoing = {
  readonly stored: StoredRun;
  readonly later: ChangedLater;
  /** Hashes of the records that the run changed after it had created them. */
  readonly amended: Assumed;
  readonly assumed: Assumed;
  readonly work: Reading;
};

/** Effects of undoing one journal entry. */
export type Reversal = {
  readonly appointments: { readonly remove: AppointmentId[]; readonly restore: Appointment[] };
  readonly invites: { readonly remove: InviteId[]; readonly restore: Invite[] };
  readonly remaining: { kind: "appointment" | "invite"; id: number; reason: RemainingReason }[];
  readonly effects: { captured: number; newPatients: number; invites: number };
};

export const emptyReversal = (): Reversal => ({
  appointments: { remove: [], restore: [] },
  invites: { remove: [], restore: [] },
  remaining: [],
  effects: { captured: 0, newPatients: 0, invites: 0 },
});

/** Finds out what undoing a journal entry removes, restores and leaves. Changes nothing. */
export async function reversalOf({ step, body }: JournalEntry, undoing: Undoing): Promise<Reversal> {
  const reversal = emptyReversal();
  if (step === journalSteps.appointments) {
    await revertAppointments(JSON.parse(body) as readonly ChangedRecord<Appointment>[], undoing, reversal);
  } else if (step === journalSteps.created) {
    const created = JSON.parse(body) as CreatedRecords;
    await removeCreatedAppointments(created.appointments, undoing, reversal);
    await removeCreatedInvites(created.invites, undoing, reversal);
  } else if (step === journalSteps.invites) {
    await revertInvites(JSON.parse(body) as readonly ChangedRecord<Invite>[], undoing, reversal);
  }
  return reversal;
}

/** Returns the hashes of the stored records by id, or of the records that a dry run assumes. */
async function presentAppointments(ids: readonly number[], { work, assumed }: Undoing): Promise<Hashes> {
  const { stores, account } = work;
  const found = await stores.appointments.byIds(account, ids as readonly AppointmentId[]);
  return new Map([...found.map((one) => [one.id, appointmentHash(one)] as const), ...assumed.appointments]);
}

async function revertAppointments(
  changes: readonly ChangedRecord<Appointment>[],
  undoing: Undoing,
  { appointments, remaining, effects }: Reversal,
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  const present = await presentAppointments(ids, undoing);
  for (const { id, before, hash, isCaptured, isNewPatient } of changes) {
    const now = present.get(id) ?? null;
    if (now === null) continue;
    if (before !== null && now === hash && !undoing.later.appointments.has(id)) {
      appointments.restore.push(before);
      continue;
    }
    remaining.push({ kind: "appointment", id, reason: before === null ? "erased" : "changed" });
    effects.captured += Number(isCaptured === true);
    effects.newPatients += Number(isNewPatient === true);
  }
}

async function removeCreatedAppointments(
  created: CreatedRecords["appointments"],
  undoing: Undoing,
  { appointments, remaining, effects }: Reversal,
): Promise<void> {
  const present = await presentAppointments(
    created.map(([id]) => id),
    undoing,
  );
  for (const [id, hash, isNewPatient = 0] of created) {
    const now = present.get(id) ?? null;
    if (now === null) continue;
    if (now === (undoing.amended.appointments.get(id) ?? hash) && !undoing.later.appointments.has(id)) {
      appointments.remove.push(id as AppointmentId);
      continue;
    }
    remaining.push({ kind: "appointment", id, reason: "changed" });
    effects.captured += 1;
    effects.newPatients += isNewPatient;
  }
}

async function removeCreatedInvites(
  created: CreatedRecords["invites"],
  undoing: Undoing,
  { invites, remaining, effects }: Reversal,
): Promise<void> {
  const { amended, later, work } = undoing;
  const ids = created.map(([id]) => id as InviteId);
  const found = new Map((await work.stores.invites.byIds(work.account, ids)).map((one) => [one.id as number, one]));
  const keptVisits = await visitsThatStay([...found.values()], remaining, undoing);
  for (const [id, hash] of created) {
    const invite = found.get(id);
    if (!invite) continue;
    const isSame = inviteHash(invite) === (amended.invites.get(id) ?? hash) && !later.invites.has(id);
    if (isPlanned(invite) && isSame && !keptVisits.has(invite.visit)) {
      invites.remove.push(invite.id);
      continue;
    }
    remaining.push({ kind: "invite", id, reason: changeOf(invite) });
    effects.invites += 1;
  }
}

/** Returns the visit keys of invites whose appointments stay. Without these invites, nobody would invite the patients. */
async function visitsThatStay(
  invites: readonly Invite[],
  remaining: Reversal["remaining"],
  { later, work: { stores, account } }: Undoing,
): Promise<ReadonlySet<string | null>> {
  const stay = new Set(remaining.flatMap(({ kind, id }) => (kind === "appointment" ? id : [])));
  if (stay.size + later.appointments.size === 0) return new Set();
  const visits = invites.flatMap(({ visit }) => visit ?? []);
  const keys = visits.flatMap((value) => [
    { kind: "source" as const, value },
    { kind: "visit" as const, value },
  ]);
  const ids = await stores.appointments.withKeys(account, keys);
  const isStaying = (id: AppointmentId | undefined) => id !== undefined && (later.appointments.has(id) || stay.has(id));
  return new Set(visits.filter((_, index) => isStaying(ids[2 * index]) || isStaying(ids[2 * index + 1])));
}

const changeOf = (invite: Invite | undefined): RemainingReason => (invite && !isPlanned(invite) ? "sent" : "changed");

/** Invite as it was before the import, and as it is stored now, if it still exists. */
type Restorable = { readonly before: Invite; readonly present: Invite | undefined };

async function revertInvites(
  changes: readonly ChangedRecord<Invite>[],
  undoing: Undoing,
  { invites, remaining }: Reversal,
): Promise<void> {
  const { work, assumed, later } = undoing;
  const leave = (id: number, reason: RemainingReason) => void remaining.push({ kind: "invite", id, reason });
  const hashOf = (id: number, present: Invite | undefined) =>
    assumed.invites.get(id) ?? (present ? inviteHash(present) : null);
  const ids = changes.map(({ id }) => id as InviteId);
  const found = new Map((await work.stores.invites.byIds(work.account, ids)).map((one) => [one.id as number, one]));
  const restorable: Restorable[] = [];
  for (const { id, before, hash } of changes) {
    const present = found.get(id);
    const now = hashOf(id, present);
    const isSame = now === hash && !later.invites.has(id);
    if (isSame && before !== null) restorable.push({ before, present });
    else if (isSame) leave(id, "erased");
    else if (now !== null) leave(id, changeOf(present));
  }
  const obstacles = await obstaclesTo(restorable, undoing);
  for (const { before, present } of restorable) {
    const obstacle = obstacles.get(before);
    if (obstacle === undefined) {
      invites.restore.push(withTime(before, present, work.now));
      continue;
    }
    if (present) invites.remove.push(present.id);
    leave(before.id, obstacle);
  }
}

/** If the planned time before the import has passed, an invite that still exists stays at its current time. */
const withTime = (before: Invite, present: Invite | undefined, now: Instant): Invite =>
  present && before.sentAt <= now ? { ...before, sentAt: present.sentAt, isWaiting: present.isWaiting } : before;

/** Returns the reasons why invites must not be sent as planned before the import. */
async function obstaclesTo(
  restorable: readonly Restorable[],
  undoing: Undoing,
): Promise<ReadonlyMap<Invite, RemainingReason>> {
  const unsent = restorable.filter(({ present }) => !present || isPlanned(present));
  const deleted = unsent.flatMap(({ before, present }) => (present ? [] : [before]));
  const obstacles = await obstaclesOfVisits(deleted, undoing);
  const patients = unsent.map(({ before }) => before);
  return new Map([...obstacles, ...(await obstaclesOfPatients(patients, undoing))]);
}

async function obstaclesOfPatients(
  invites: readonly Invite[],
  { work, assumed }: Undoing,
): Promise<Map<Invite, RemainingReason>> {
  const contactTo = ({ phone, sentTo }: Invite) => (phone ?? contactOf(sentTo)) as Contact | null;
  const contacts = invites.flatMap((one) => contactTo(one) ?? []);
  const stopped = new Set<unknown>((await work.stores.stops.among(work.account, contacts)).map((one) => one.contact));
  const deaths = await appointmentsOfEach(invites, (one) => deceasedKeys(patientOfInvite(one)), work, assumed);
  return reasonsOf(invites, (one, index) => {
    if (stopped.has(contactTo(one))) return "opted_out";
    return deaths[index]?.length ? "deceased" : undefined;
  });
}

async function obstaclesOfVisits(invites: readonly Invite[], undoing: Undoing): Promise<Map<Invite, RemainingReason>> {
  const { work, assumed } = undoing;
  const keysOf = ({ visit }: Invite) =>
    visit === null ? [] : (["source", "visit"] as const).map((kind) => ({ kind, value: visit }));
  const visits = await appointmentsOfEach(invites, keysOf, work, assumed);
  const invitedSince = await invitedSinceEach(invites, undoing);
  return reasonsOf(invites, ({ isWaiting, sentAt }, index) => {
    // An invite that was due before the import may have been sent, so its record is restored.
    if (isWaiting && sentAt <= work.now) return "too_late";
    if (visits[index]?.some(({ status }) => status !== null)) return "changed";
    return invitedSince[index] ? "invited_since" : undefined;
  });
}

const reasonsOf = (
  invites: readonly Invite[],
  reasonOf: (invite: Invite, index: number) => RemainingReason | undefined,
): Map<Invite, RemainingReason> =>
  new Map(
    invites.flatMap((one, index) => {
      const reason = reasonOf(one, index);
      return reason === undefined ? [] : [[one, reason] as const];
    }),
  );

/** Looks up the keys of all items at once. Returns the results of each item in the order of its keys. */
async function foundForEach<Item, Key, Found>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly Key[],
  find: (keys: readonly Key[]) => Promise<readonly Found[]>,
): Promise<(readonly Found[])[]> {
  const keys = items.map(keysOf);
  const found = await find(keys.flat());
  let next = 0;
  return keys.map(({ length }) => found.slice(next, (next += length)));
}

const patientOfInvite = ({ patientId, phone, sentTo, customerName }: Invite) => ({
  ...{ patientId, phones: phone === null ? [] : [phone], dateOfBirth: null, patientName: customerName },
  email: (phone === null ? contactOf(sentTo) : null) as Appointment["email"],
});

/** Returns the appointments with any of the keys of each invite, except for appointments that the undo reverts. */
async function appointmentsOfEach(
  invites: readonly Invite[],
  keysOf: (invite: Invite) => readonly AppointmentKey[],
  { stores, account }: Reading,
  assumed: Assumed,
): Promise<(readonly Appointment[])[]> {
  const ofInvites = await foundForEach(invites, keysOf, (keys) => stores.appointments.withKeys(account, keys));
  const ids = new Set(ofInvites.flat().filter((id) => id !== undefined && !assumed.appointments.has(id)));
  const found = await stores.appointments.byIds(account, [...ids] as AppointmentId[]);
  const byId = new Map<AppointmentId | undefined, Appointment>(found.map((one) => [one.id, one]));
  return ofInvites.map((one) => one.flatMap((id) => byId.get(id) ?? []));
}

/** Returns whether each patient has another invite for the visit, or within the minimum interval of the connection. */
async function invitedSinceEach(
  invites: readonly Invite[],
  { work, stored, assumed }: Undoing,
): Promise<readonly boolean[]> {
  const { stores, account } = work;
  const connections = await stores.importConnections.all(account);
  const connection = connections.find(({ name }) => name === stored.run.connection);
  const interval = (connection?.inviteIntervalDays ?? 0) * day;
  const searchesOf = (before: Invite): readonly InviteSearch[] => {
    const { sentAt, providerId } = before;
    const within = { after: plus(sentAt, -interval), until: plus(sentAt, Math.max(interval - second, 0)) };
    const ofProvider = connection?.inviteIntervalScope === "provider" ? { providerId } : {};
    return keysOfInvite(before).map((key) =>
      key.kind === "visit" ? invitesOfVisit(key.value) : { ...key, ...within, ...ofProvider },
    );
  };
  const found = await foundForEach(invites, searchesOf, (searches) => stores.invites.latest(account, searches));
  const isOwn = createdBy(stored, "invites");
  return found.map((ofInvite) =>
    ofInvite.some((one) => one !== undefined && !(assumed.invites.has(one.id) && isOwn(one.id))),
  );
}

/** Notes the effects of a reversal as if they were stored, for the next steps of a dry run. */
export function assume({ appointments, invites }: Reversal, assumed: Assumed): void {
  for (const id of appointments.remove) assumed.appointments.set(id, null);
  for (const one of appointments.restore) assumed.appointments.set(one.id, appointmentHash(one));
  for (const id of invites.remove) assumed.invites.set(id, null);
  for (const one of invites.restore) assumed.invites.set(one.id, inviteHash(one));
}
