import { personName } from "../../foundation/kernel/contact-details.js";
import type { AccountId, AppointmentId } from "../../foundation/kernel/ids.js";
import { day, type Instant, plus, second } from "../../foundation/kernel/times.js";
import type { Appointment, AppointmentKey, AppointmentStore, MomentOrDay } from "../appointments/appointment.js";
import type { FoundInvite, InviteSearch, InviteStore, InviteType } from "../invites/invite.js";
import type { ImportConnection } from "./import-connection.js";
import type { Visit } from "./rows.js";
import type { Contact, Stop, StopStore } from "./stops.js";

/** An import row, and the keys and searches that find the stored records of its visit. */
export type KeyedVisit = {
  readonly visit: Visit;
  readonly keys: VisitKeys;
  readonly plannedAt: Instant;
  /** Searches that find an invite for this appointment, regardless of the invite's time. */
  readonly following: readonly InviteSearch[];
  /** Finds other invites to the patient that are too close to the planned time. */
  readonly recent: readonly InviteSearch[];
};

export function keyedVisit(visit: Visit, lookUp: LookUp): KeyedVisit {
  const keys = keysOfVisit(visit, lookUp.connection.name);
  const plannedAt = lookUp.plannedAt(visit.at);
  const recent = recentInvites(visit, keys, plannedAt, lookUp.connection);
  return { visit, keys, plannedAt, following: followingInvites(keys), recent };
}

/** Keys that match a row with other rows and with stored records. */
export type VisitKeys = {
  readonly patient: PatientKey | undefined;
  /** Visit key that does not contain the appointment id. `undefined` if the patient or the time is unknown. */
  readonly visit: string | undefined;
  /** Channel and recipient of the invite for this row. */
  readonly contact: { readonly type: InviteType; readonly value: Contact } | undefined;
  /** Key under which the invite for this appointment is stored. */
  readonly invited: string | undefined;
};

export function keysOfVisit(visit: Visit, connection: string): VisitKeys {
  const patient = patientOf(visit);
  const { at, location, provider, ref } = visit;
  const places = { locationId: location.place?.id ?? null, providerId: provider.place?.id ?? null };
  const key = at === null ? undefined : visitKeyOf(patient, { at, ...places });
  return {
    patient: patientKeyOf(patient),
    visit: key,
    contact: contactOf(visit),
    invited: ref === null ? key : sourceKey(connection, ref),
  };
}

/**
 * Returns the keys under which the appointments of a patient who died are stored. A contact counts only together with
 * the name, because relatives share phone numbers and email addresses.
 */
export function deceasedKeys({
  patientId,
  phones,
  email,
  patientName,
  dateOfBirth,
}: KnownPatient): readonly AppointmentKey[] {
  const { first, last } = personName(patientName ?? "");
  const name = `${last}, ${first}`;
  const contacts = [...phones, ...(email === null ? [] : [email])];
  const values = [
    ...(patientId === null ? [] : [`patient ${patientId}`]),
    ...contacts.map((contact) => `contact ${contact} ${name}`),
    ...(last === "" || dateOfBirth === null ? [] : [`person ${name}, ${dateOfBirth}`]),
  ];
  return values.map((value) => ({ kind: "deceased", value }));
}

/** Key of all appointments of patients who died. Few accounts have any, so most imports need no further lookups. */
const anyDeceased: AppointmentKey = { kind: "deceased", value: "" };

/** Returns the values that can identify the patient of a row. */
export const patientOf = ({ patientId, phones, email, patientName, dateOfBirth }: Visit): KnownPatient => ({
  patientId,
  phones,
  email,
  patientName,
  dateOfBirth,
});

/**
 * Chooses the recipient of an invite. Prefers a text message to the mobile number, then an email, then a text message
 * to another number.
 */
function contactOf({ mobile, email, phones: [phone] }: Visit): VisitKeys["contact"] {
  if (mobile !== null) return { type: "sms", value: mobile };
  if (email !== null) return { type: "email", value: email };
  return phone === undefined ? undefined : { type: "sms", value: phone };
}

/** Stored records that are related to the rows of a chunk. */
export type KnownRecords = {
  appointmentWith(key: AppointmentKey): AppointmentId | undefined;
  appointment(id: AppointmentId): Appointment | undefined;
  stop(contact: Contact): Stop | undefined;
  invite(search: InviteSearch): FoundInvite | undefined;
};

/** Account and import settings that are needed to look up the stored records for a row. */
export type LookUp = {
  readonly account: AccountId;
  readonly connection: ImportConnection;
  /**
   * Names of the account's other connections. If a connection captures no appointments, the import looks up the
   * appointments of the other connections.
   */
  readonly otherConnections: readonly string[];
  readonly plannedAt: (at: MomentOrDay | null) => Instant;
};

export type LookUpStores = {
  readonly appointments: Pick<AppointmentStore, "withKeys" | "byIds">;
  readonly invites: Pick<InviteStore, "latest">;
  readonly stops: Pick<StopStore, "among">;
};

/** Looks up the stored records that are related to the rows of a chunk. */
export async function knownRecords(
  stores: LookUpStores,
  rows: readonly KeyedVisit[],
  lookUp: LookUp,
): Promise<KnownRecords> {
  const { account, connection } = lookUp;
  const keys = distinct([...rows.flatMap((row) => appointmentKeys(row, lookUp)), anyDeceased], keyText);
  const contacts = connection.sendsInvites ? rows.flatMap(({ visit }) => contactsOf(visit)) : [];
  const searches = connection.sendsInvites ? rows.flatMap(inviteSearches) : [];
  const [ids, stopped, found] = await Promise.all([
    stores.appointments.withKeys(account, keys),
    stores.stops.among(account, contacts),
    stores.invites.latest(account, searches),
  ]);
  const withKey = new Map(keys.map((key, index) => [keyText(key), ids[index]]));
  if (withKey.get(keyText(anyDeceased)) !== undefined) {
    const patients = rows.flatMap(({ visit }) => deceasedKeys(patientOf(visit)));
    const found = await stores.appointments.withKeys(account, patients);
    for (const [index, key] of patients.entries()) withKey.set(keyText(key), found[index]);
  }
  const sources = keys.flatMap(({ kind }, index) => (isOfVisit(kind) && ids[index] ? [ids[index]] : []));
  const appointments = new Map((await stores.appointments.byIds(account, sources)).map((one) => [one.id, one]));
  const stops = new Map(stopped.map((stop) => [stop.contact, stop]));
  const appointmentWith = (key: AppointmentKey) => withKey.get(keyText(key));
  const restored = connection.sendsInvites
    ? rows.flatMap((row) => restoredInvites(row, appointments.get(appointmentWith(visitKey(row)) as AppointmentId)))
    : [];
  const foundToo = restored.length > 0 ? await stores.invites.latest(account, restored) : [];
  const all = [...found, ...foundToo];
  const invites = new Map([...searches, ...restored].map((search, index) => [searchText(search), all[index]]));
  return {
    appointmentWith,
    appointment: (id) => appointments.get(id),
    stop: (contact) => stops.get(contact),
    invite: (search) => invites.get(searchText(search)),
  };
}

function appointmentKeys({ visit, keys }: KeyedVisit, lookUp: LookUp): readonly AppointmentKey[] {
  return [
    ...sourceKeysOf(visit, lookUp),
    ...(keys.visit === undefined ? [] : [{ kind: "visit" as const, value: keys.visit }]),
    ...(keys.patient && lookUp.connection.capturesAppointments ? [keys.patient] : []),
  ];
}

/** Returns true if a key identifies only one visit. Other keys identify a patient. */
const isOfVisit = (kind: AppointmentKey["kind"]): boolean => kind === "source" || kind === "visit";

/** Returns the key under which the visit of a row is stored. */
export const visitKey = ({ keys }: KeyedVisit): AppointmentKey => ({ kind: "visit", value: keys.visit ?? "" });

const inviteSearches = ({ following, recent }: KeyedVisit): readonly InviteSearch[] => [...following, ...recent];

/**
 * Returns the keys that combine a connection with the appointment id of a row. The appointment may be stored under any
 * of these keys.
 */
export function sourceKeysOf({ ref }: Visit, { connection, otherConnections }: LookUp): readonly AppointmentKey[] {
  if (ref === null) return [];
  const names = connection.capturesAppointments ? [connection.name] : otherConnections;
  return names.map((name) => ({ kind: "source", value: sourceKey(name, ref) }));
}

const always = { after: -1 as Instant, until: Number.MAX_SAFE_INTEGER as Instant };

const followingInvites = ({ invited, visit }: VisitKeys): readonly InviteSearch[] =>
  [...new Set([invited, visit])].flatMap((value) => (value === undefined ? [] : invitesOfVisit(value)));

function recentInvites(
  visit: Visit,
  keys: VisitKeys,
  plannedAt: Instant,
  connection: ImportConnection,
): readonly InviteSearch[] {
  const interval = connection.inviteIntervalDays * day;
  const within = { after: plus(plannedAt, -interval), until: plus(plannedAt, Math.max(interval - second, 0)) };
  const providerId = visit.provider.place?.id ?? null;
  const isOfProvider = connection.inviteIntervalScope === "provider";
  const search = (kind: InviteSearch["kind"], value: string): InviteSearch =>
    isOfProvider ? { kind, value, ...within, providerId } : { kind, value, ...within };
  const { contact } = keys;
  return [
    ...(contact ? [search(contact.type === "sms" ? "phone" : "email", contact.value)] : []),
    ...(visit.patientId === null ? [] : [search("patient", visit.patientId)]),
  ];
}

/**
 * Returns a search for the invite of a withdrawn appointment that the row restores.
 * Returns no searches unless the appointment has an id and the row has none.
 */
export function restoredInvites({ visit }: KeyedVisit, stored: Appointment | undefined): readonly InviteSearch[] {
  if (visit.ref !== null || !stored?.source || stored.status === null) return [];
  return [invitesOfVisit(sourceKey(stored.source.connection, stored.source.ref))];
}

/** Returns a query for the invite of a visit, whatever the time of the invite. */
export const invitesOfVisit = (value: string): InviteSearch => ({ kind: "visit", value, ...always });

export const contactsOf = ({ phones, email }: Visit): readonly Contact[] =>
  email === null ? phones : [...phones, email];

const keyText = ({ kind, value }: AppointmentKey): string => `${kind} ${value}`;

const searchText = ({ kind, value, providerId, after }: InviteSearch): string =>
  `${kind} ${providerId} ${after} ${value}`;

const distinct = <T>(all: readonly T[], textOf: (one: T) => string): readonly T[] => [
  ...new Map(all.map((one) => [textOf(one), one])).values(),
];

/**
 * Returns the keys by which imports find an appointment, in addition to the keys for linking conversions.
 * `keysOfAppointment` returns the keys for linking conversions.
 */
export function importKeysOf(appointment: Appointment): readonly AppointmentKey[] {
  const { source } = appointment;
  const patient = patientKeyOf(appointment);
  const visit = visitKeyOf(appointment, appointment);
  return [
    ...(patient?.kind === "person" ? [patient] : []),
    ...(appointment.status === "deceased" ? [...deceasedKeys(appointment), anyDeceased] : []),
    ...(visit === undefined ? [] : [{ kind: "visit" as const, value: visit }]),
    ...(source === null ? [] : [{ kind: "source" as const, value: sourceKey(source.connection, source.ref) }]),
  ];
}

/**
 * Returns all visit keys under which the invite for an appointment may be stored (`Invite.visit`). The key with the
 * appointment id comes first.
 */
export function visitsOfAppointment(appointment: Appointment): readonly string[] {
  const { source } = appointment;
  const visit = visitKeyOf(appointment, appointment);
  return [
    ...(source === null ? [] : [sourceKey(source.connection, source.ref)]),
    ...(visit === undefined ? [] : [visit]),
  ];
}

/** Combines a connection and an appointment id into one key. */
const sourceKey = (connection: string, ref: string): string => `${connection}\n${ref}`;

/**
 * Key that identifies a patient. The kinds are listed from most to least reliable. `person` combines a name and a date
 * of birth.
 */
type PatientKey = { readonly kind: "patient" | "phone" | "email" | "person"; readonly value: string };

/** Values of an appointment that can identify its patient. */
type KnownPatient = Pick<Appointment, "patientId" | "phones" | "email" | "patientName" | "dateOfBirth">;

/** Returns the most reliable key of a patient, or `undefined` if the patient cannot be identified. */
function patientKeyOf(patient: KnownPatient): PatientKey | undefined {
  const { patientId, phones, email } = patient;
  if (patientId !== null) return { kind: "patient", value: patientId };
  if (phones[0] !== undefined) return { kind: "phone", value: phones[0] };
  return email === null ? personKeyOf(patient) : { kind: "email", value: email };
}

function personKeyOf({ patientName, dateOfBirth }: KnownPatient): PatientKey | undefined {
  const { first, last } = personName(patientName ?? "");
  return last === "" ? undefined : { kind: "person", value: `${last}, ${first}, ${dateOfBirth ?? ""}` };
}

/**
 * Returns a key for an appointment without an id: a combination of patient, time, location and provider. Returns
 * `undefined` if the patient cannot be identified.
 */
function visitKeyOf(
  patient: KnownPatient,
  { at, locationId, providerId }: Pick<Appointment, "at" | "locationId" | "providerId">,
): string | undefined {
  const key = patientKeyOf(patient);
  return key && `${key.kind} ${key.value} ${at} ${locationId ?? ""} ${providerId ?? ""}`;
}
