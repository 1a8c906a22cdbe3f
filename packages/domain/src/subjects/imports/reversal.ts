import { contactOf } from "../../foundation/kernel/contact-details.js";
import type { AccountId, AppointmentId, InviteId } from "../../foundation/kernel/ids.js";
import { day, type Instant, plus, second } from "../../foundation/kernel/times.js";
import type { Appointment, AppointmentKey, AppointmentStore } from "../appointments/appointment.js";
import { type Invite, isPlanned, type InviteStore, keysOfInvite } from "../invites/invite.js";
import type { ImportConnectionStore } from "./import-connection.js";
import { type JournalEntry, journalSteps, type RemainingReason, type StoredRun } from "./import-run.js";
import { appointmentHash, type ChangedRecord, createdBy, type CreatedRecords, inviteHash } from "./journal.js";
import { deceasedKeys, invitesOfVisit } from "./match.js";
import type { Contact, StopStore } from "./stops.js";

/** Stores that are read to find out what an undo reverts. */
export type ReversalReads = {
  readonly appointments: Pick<AppointmentStore, "byIds" | "withKeys">;
  readonly invites: Pick<InviteStore, "byIds" | "latest">;
  readonly stops: Pick<StopStore, "among">;
  readonly importConnections: Pick<ImportConnectionStore, "all">;
};

type Reading = { readonly stores: ReversalReads; readonly account: AccountId; readonly now: Instant };

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
    for (const one of JSON.parse(body) as readonly ChangedRecord<Invite>[]) await revertInvite(one, undoing, reversal);
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

async function revertInvite(
  { id, before, hash }: ChangedRecord<Invite>,
  undoing: Undoing,
  { invites, remaining }: Reversal,
): Promise<void> {
  const { work, assumed, later } = undoing;
  const leave = (reason: RemainingReason) => void remaining.push({ kind: "invite", id, reason });
  const [invite] = await work.stores.invites.byIds(work.account, [id as InviteId]);
  const now = assumed.invites.get(id) ?? (invite ? inviteHash(invite) : null);
  if (now !== hash || later.invites.has(id)) return now === null ? undefined : leave(changeOf(invite));
  if (before === null) return leave("erased");
  const obstacle = await obstacleTo(before, invite, undoing);
  if (obstacle === undefined) {
    invites.restore.push(withTime(before, invite, work.now));
    return;
  }
  if (invite) invites.remove.push(invite.id);
  leave(obstacle);
}

/** If the planned time before the import has passed, an invite that still exists stays at its current time. */
const withTime = (before: Invite, present: Invite | undefined, now: Instant): Invite =>
  present && before.sentAt <= now ? { ...before, sentAt: present.sentAt, isWaiting: present.isWaiting } : before;

/** Returns the reason why an invite must not be sent as planned before the import, or `undefined`. */
async function obstacleTo(
  before: Invite,
  present: Invite | undefined,
  undoing: Undoing,
): Promise<RemainingReason | undefined> {
  if (present && !isPlanned(present)) return undefined;
  const obstacle = await obstacleOfPatient(before, undoing);
  return obstacle ?? (present ? undefined : obstacleOfVisit(before, undoing));
}

async function obstacleOfPatient(before: Invite, { work, assumed }: Undoing): Promise<RemainingReason | undefined> {
  const contact = before.phone ?? contactOf(before.sentTo);
  const stops = contact === null ? [] : await work.stores.stops.among(work.account, [contact as Contact]);
  if (stops.length > 0) return "opted_out";
  const deaths = await anyAppointment(deceasedKeys(patientOfInvite(before)), work, assumed);
  return deaths.length > 0 ? "deceased" : undefined;
}

async function obstacleOfVisit(before: Invite, undoing: Undoing): Promise<RemainingReason | undefined> {
  const { work, assumed } = undoing;
  // An invite that was due before the import may have been sent, so its record is restored.
  if (before.isWaiting && before.sentAt <= work.now) return "too_late";
  const { visit } = before;
  const keys = visit === null ? [] : (["source", "visit"] as const).map((kind) => ({ kind, value: visit }));
  const appointments = await anyAppointment(keys, work, assumed);
  if (appointments.some(({ status }) => status !== null)) return "changed";
  return (await isInvitedSince(before, undoing)) ? "invited_since" : undefined;
}

const patientOfInvite = ({ patientId, phone, sentTo, customerName }: Invite) => ({
  ...{ patientId, phones: phone === null ? [] : [phone], dateOfBirth: null, patientName: customerName },
  email: (phone === null ? contactOf(sentTo) : null) as Appointment["email"],
});

/** Returns the appointments with any of the keys, except for appointments that the undo reverts. */
async function anyAppointment(
  keys: readonly AppointmentKey[],
  { stores, account }: Reading,
  assumed: Assumed,
): Promise<readonly Appointment[]> {
  const ids = (await stores.appointments.withKeys(account, keys)).filter((id) => id !== undefined);
  return stores.appointments.byIds(
    account,
    [...new Set(ids)].filter((id) => !assumed.appointments.has(id)),
  );
}

/** Returns whether the patient has another invite for the visit, or within the minimum interval of the connection. */
async function isInvitedSince(before: Invite, { work, stored, assumed }: Undoing): Promise<boolean> {
  const { stores, account } = work;
  const connections = await stores.importConnections.all(account);
  const connection = connections.find(({ name }) => name === stored.run.connection);
  const interval = (connection?.inviteIntervalDays ?? 0) * day;
  const { sentAt, providerId } = before;
  const within = { after: plus(sentAt, -interval), until: plus(sentAt, Math.max(interval - second, 0)) };
  const ofProvider = connection?.inviteIntervalScope === "provider" ? { providerId } : {};
  const searches = keysOfInvite(before).map((key) =>
    key.kind === "visit" ? invitesOfVisit(key.value) : { ...key, ...within, ...ofProvider },
  );
  const found = await stores.invites.latest(account, searches);
  const isOwn = createdBy(stored, "invites");
  return found.some((one) => one !== undefined && !(assumed.invites.has(one.id) && isOwn(one.id)));
}

/** Notes the effects of a reversal as if they were stored, for the next steps of a dry run. */
export function assume({ appointments, invites }: Reversal, assumed: Assumed): void {
  for (const id of appointments.remove) assumed.appointments.set(id, null);
  for (const one of appointments.restore) assumed.appointments.set(one.id, appointmentHash(one));
  for (const id of invites.remove) assumed.invites.set(id, null);
  for (const one of invites.restore) assumed.invites.set(one.id, inviteHash(one));
}
