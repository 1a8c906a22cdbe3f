import { personName } from "../../foundation/kernel/contact-details.js";
import type { AccountId, AppointmentId, InviteId } from "../../foundation/kernel/ids.js";
import type { ReadStores } from "../../foundation/kernel/storage.js";
import {
  type CalendarDate,
  day,
  type Instant,
  type LocalCalendar,
  plus,
  plusDays,
  second,
} from "../../foundation/kernel/times.js";
import type {
  Appointment,
  AppointmentKey,
  AppointmentSearch,
  MomentOrDay,
  Times,
} from "../appointments/appointment.js";
import type { FoundInvite, Invite, InviteSearch, InviteType } from "../invites/invite.js";
import type { ImportConnection } from "./import-connection.js";
import { versionOf, type Visit } from "./rows.js";
import {
  addsTo,
  changesContact,
  contactsOf,
  isSamePerson,
  isSameVisit,
  type KnownPatient,
  type KnownVisit,
} from "./same-person.js";
import type { Contact, Stop } from "./stops.js";

/** An import row, and the keys and searches that find the stored records of its visit. */
export type KeyedVisit = {
  readonly visit: Visit;
  readonly keys: VisitKeys;
  readonly plannedAt: Instant;
  /** Searches that find an invite for this appointment, regardless of the invite's time. */
  readonly following: readonly InviteSearch[];
  /** Times, and perhaps a provider, of other invites that are too close to the planned time. */
  readonly near: Near;
  /** Finds other invites to the recipient or the patient id that are too close to the planned time. */
  readonly recent: readonly InviteSearch[];
  /** Finds the invites to the recipient on the local day of the planned time, if the interval permits several. */
  readonly today: InviteSearch | undefined;
  /** Finds such invites to the other contacts of the row. They count only if they were for the same patient. */
  readonly others: readonly InviteSearch[];
};

/** Times, and perhaps a provider, within which an invite is too close to another. */
export type Near = Pick<InviteSearch, "after" | "until" | "providerId">;

export function keyedVisit(visit: Visit, lookUp: LookUp): KeyedVisit {
  const keys = keysOfVisit(visit, lookUp.connection.name);
  const plannedAt = lookUp.plannedAt(visit.at);
  const near = nearTo(plannedAt, visit, lookUp.connection);
  const recipient = keys.contact ? [searchFor(keys.contact.value, near)] : [];
  const ofPatient = visit.patientId === null ? [] : [{ kind: "patient" as const, value: visit.patientId, ...near }];
  const today = keys.contact && lookUp.dayOf ? searchFor(keys.contact.value, lookUp.dayOf(plannedAt)) : undefined;
  const others = seeksPerson(visit, lookUp) ? contactsOf(visit).filter((one) => one !== keys.contact?.value) : [];
  return {
    ...{ visit, keys, plannedAt, near, today, following: followingInvites(keys), recent: [...recipient, ...ofPatient] },
    others: others.map((contact) => searchFor(contact, near)),
  };
}

/** Returns true if the ids of a row may not find all stored records of its visit and its patient. */
const seeksPerson = ({ patientId, ref }: Visit, { seeksPeople }: LookUp): boolean =>
  seeksPeople || patientId === null || ref === null;

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
export function deceasedKeys(patient: KnownPatient): readonly AppointmentKey[] {
  const { patientId, patientName, dateOfBirth } = patient;
  const { first, last } = personName(patientName ?? "");
  const name = `${last}, ${first}`;
  const values = [
    ...(patientId === null ? [] : [`patient ${patientId}`]),
    ...contactsOf(patient).map((contact) => `contact ${contact} ${name}`),
    ...(last === "" || dateOfBirth === null ? [] : [`person ${name}, ${dateOfBirth}`]),
  ];
  return values.map((value) => ({ kind: "deceased", value }));
}

/** Key of all appointments of patients who died. Few accounts have any, so most imports need no further lookups. */
const anyDeceased: AppointmentKey = { kind: "deceased", value: "" };

/** Key of all appointments that lack the patient id or the appointment id. Only accounts with any need more lookups. */
export const anyPartial: AppointmentKey = { kind: "partial", value: "" };

/** Returns the patient, the start and the places of a row, to compare it with stored appointments. */
export const visitOf = ({ visit }: Pick<KeyedVisit, "visit">): KnownVisit => ({
  ...patientOf(visit),
  ...{ at: visit.at, locationId: visit.location.place?.id ?? null, providerId: visit.provider.place?.id ?? null },
});

/** Returns the values that can identify the patient of a row. */
export const patientOf = ({ patientId, phones, email, patientName, dateOfBirth }: Visit): KnownPatient => ({
  patientId,
  phones,
  email,
  patientName: patientName || null,
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
  /** Returns the number of invites that `today` of a row found. */
  invitesToday(row: KeyedVisit): number;
  /** Returns an invite that `others` of a row found. */
  inviteWith(id: InviteId): Invite | undefined;
} & KnownPeople;

/** Stored appointments that share a contact with a row. */
type KnownPeople = {
  /** Returns the appointments of the row's patient. */
  ofPerson(row: KeyedVisit): readonly Appointment[];
  /** Returns the appointment for the visit of a row. At most one of the two has an appointment id. */
  sameVisit(row: KeyedVisit): Appointment | undefined;
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
  /**
   * True if stored appointments or invites may lack a patient id or an appointment id, or have the ids of another system.
   * Then people are also found by their contacts for rows that have both ids.
   */
  readonly seeksPeople: boolean;
  readonly plannedAt: (at: MomentOrDay | null) => Instant;
  readonly calendar: LocalCalendar;
  /** Returns the local day of a planned time. `undefined` if the interval between invites permits only one per day. */
  readonly dayOf: ((plannedAt: Instant) => Near) | undefined;
  readonly maxInvitesPerDay: number;
};

/** Looks up the stored records that are related to the rows of a chunk. */
export async function knownRecords(
  stores: ReadStores,
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
  const sources = keys.flatMap((key, index) => (isOfVisit(key) && ids[index] ? [ids[index]] : []));
  const appointments = new Map((await stores.appointments.byIds(account, sources)).map((one) => [one.id, one]));
  const stops = new Map(stopped.map((stop) => [stop.contact, stop]));
  const appointmentWith = (key: AppointmentKey) => withKey.get(keyText(key));
  const exact = (row: KeyedVisit): Appointment | undefined =>
    appointments.size === 0
      ? undefined
      : [...sourceKeysOf(row.visit, lookUp), visitKey(row)]
          .map((key) => appointments.get(appointmentWith(key) as AppointmentId))
          .find((one) => one !== undefined);
  const changed = rows.filter((row) => !isUnchanged(row, exact(row)));
  const people = await knownPeople(
    stores,
    changed.filter(({ visit }) => seeksPerson(visit, lookUp)),
    lookUp,
  );
  const more = connection.sendsInvites ? changed.flatMap((row) => moreInvites(row, exact(row), people)) : [];
  const foundToo = more.length > 0 ? await stores.invites.latest(account, more) : [];
  const all = [...found, ...foundToo];
  const invites = new Map([...searches, ...more].map((search, index) => [searchText(search), all[index]]));
  const daily = connection.sendsInvites ? rows.filter(({ today }) => today !== undefined) : [];
  const counts = await stores.invites.counts(
    account,
    daily.flatMap(({ today }) => today ?? []),
  );
  const sentToday = new Map(daily.map((row, index) => [row, counts[index] ?? 0]));
  const invite = (search: InviteSearch) => invites.get(searchText(search));
  const elsewhere = new Set(rows.flatMap(({ others }) => others.flatMap((search) => invite(search)?.id ?? [])));
  const inviteById = new Map((await stores.invites.byIds(account, [...elsewhere])).map((one) => [one.id, one]));
  return {
    appointmentWith,
    appointment: (id) => appointments.get(id),
    stop: (contact) => stops.get(contact),
    invite,
    invitesToday: (row) => sentToday.get(row) ?? 0,
    inviteWith: (id) => inviteById.get(id),
    ...people,
  };
}

/** Looks up the stored appointments that share a contact with one of the rows. */
async function knownPeople(
  stores: ReadStores,
  rows: readonly KeyedVisit[],
  { account, calendar }: LookUp,
): Promise<KnownPeople> {
  const contacts = [...new Set(rows.flatMap(({ visit }) => contactsOf(visit)))];
  const searches = rows.flatMap((row) => namesakesAtStart(row) ?? []);
  const [found, namesakes] = await Promise.all([
    stores.appointments.withContacts(account, contacts),
    stores.appointments.first(account, searches),
  ]);
  const namesakesOf = new Map(searches.map((search, index) => [search.row, namesakes[index] ?? []]));
  const idsOf = new Map(contacts.map((contact, index) => [contact, found[index] ?? []]));
  const records = await stores.appointments.byIds(account, [...new Set(found.flat())]);
  const byId = new Map(records.map((one) => [one.id, one]));
  const people = new Map(
    rows.map((row) => {
      const ids = new Set(contactsOf(row.visit).flatMap((contact) => idsOf.get(contact) ?? []));
      const related = [...ids].flatMap((id) => byId.get(id) ?? []);
      const visit = visitOf(row);
      const isFree = ({ source }: Appointment) => row.visit.ref === null || source === null;
      const atStart = [...related, ...(namesakesOf.get(row) ?? [])];
      const sameVisit = atStart.find((one) => isFree(one) && isSameVisit(one, visit, calendar));
      return [row, { sameVisit, ofPerson: related.filter((one) => isSamePerson(one, visit)) }] as const;
    }),
  );
  return { ofPerson: (row) => people.get(row)?.ofPerson ?? [], sameVisit: (row) => people.get(row)?.sameVisit };
}

/** Returns a search for an appointment with the start and the patient's name of a row, if the date of birth is known. */
function namesakesAtStart(row: KeyedVisit): (AppointmentSearch & { readonly row: KeyedVisit }) | undefined {
  const { at, dateOfBirth, patientName } = row.visit;
  const name = personName(patientName);
  if (at === null || dateOfBirth === null || name.last === "") return undefined;
  const never = { moments: { from: 0, to: 0 }, days: { from: anyDay.from, to: anyDay.from } } as Times;
  const starts =
    typeof at === "number"
      ? { ...never, moments: { from: at, to: plus(at, 1) } }
      : { ...never, days: { from: at, to: plusDays(at, 1) } };
  return { row, key: { kind: "name", value: name.last }, name, starts, bookings: { ...anyTime, days: anyDay } };
}

const anyDay = { from: "1900-01-01" as CalendarDate, to: "9999-12-31" as CalendarDate };
const anyTime = { moments: { from: 0 as Instant, to: Number.MAX_SAFE_INTEGER as Instant } };

/**
 * Returns true if the stored appointment of a row has the status of the row, and the row adds no value to it and changes no contact. A row
 * without an appointment id may know less than the stored appointment.
 */
export const isUnchanged = (row: KeyedVisit, stored: Appointment | undefined): boolean =>
  stored?.status === row.visit.open &&
  (row.visit.ref === null || (stored.source !== null && versionOfAppointment(stored) === versionOf(row.visit))) &&
  !addsTo(stored, visitOf(row)) &&
  !changesContact(stored, visitOf(row));

const versionOfAppointment = ({ at, locationId, providerId }: Appointment): string =>
  `${at}|${locationId ?? ""}|${providerId ?? ""}`;

/** Returns the searches for the invites of a row's stored appointment, and of the patient's other appointments. */
const moreInvites = (
  row: KeyedVisit,
  stored: Appointment | undefined,
  people: KnownPeople,
): readonly InviteSearch[] => [
  ...invitesOfStored(row, stored ?? people.sameVisit(row)),
  ...(row.near.after < row.near.until ? invitesOfPerson(row, people) : []),
];

/** Returns searches for the invite of the stored appointment that a row updates, under the keys that the row lacks. */
export const invitesOfStored = ({ following }: KeyedVisit, stored: Appointment | undefined): readonly InviteSearch[] =>
  (stored ? visitsOfAppointment(stored) : [])
    .filter((value) => !following.some((search) => search.value === value))
    .map(invitesOfVisit);

/** Returns searches for invites that followed other appointments of the patient, too close to the planned time. */
export const invitesOfPerson = (row: KeyedVisit, { ofPerson }: KnownPeople): readonly InviteSearch[] =>
  ofPerson(row).flatMap((one) => visitsOfAppointment(one).map((value) => ({ kind: "visit", value, ...row.near })));

function appointmentKeys({ visit, keys }: KeyedVisit, lookUp: LookUp): readonly AppointmentKey[] {
  return [
    ...sourceKeysOf(visit, lookUp),
    ...(keys.visit === undefined ? [] : [{ kind: "visit" as const, value: keys.visit }]),
    ...(keys.patient && lookUp.connection.capturesAppointments ? [keys.patient] : []),
  ];
}

/** Returns true if a key identifies only one visit. Other keys identify a patient. */
const isOfVisit = ({ kind }: AppointmentKey): boolean => kind === "source" || kind === "visit";

/** Returns the key under which the visit of a row is stored. */
export const visitKey = ({ keys }: KeyedVisit): AppointmentKey => ({ kind: "visit", value: keys.visit ?? "" });

const inviteSearches = ({ following, recent, others }: KeyedVisit): readonly InviteSearch[] => [
  ...[...following, ...recent, ...others],
];

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

function nearTo(
  plannedAt: Instant,
  { provider }: Visit,
  { inviteIntervalDays, inviteIntervalScope }: ImportConnection,
): Near {
  const interval = inviteIntervalDays * day;
  const within = { after: plus(plannedAt, -interval), until: plus(plannedAt, Math.max(interval - second, 0)) };
  return inviteIntervalScope === "provider" ? { ...within, providerId: provider.place?.id ?? null } : within;
}

/** Returns a search for the invites to a contact. */
export const searchFor = (contact: Contact, near: Near): InviteSearch => ({
  ...{ kind: contact.includes("@") ? "email" : "phone", value: contact },
  ...near,
});

/** Returns a query for the invite of a visit, whatever the time of the invite. */
export const invitesOfVisit = (value: string): InviteSearch => ({ kind: "visit", value, ...always });

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
    ...(source === null || appointment.patientId === null ? [anyPartial] : []),
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
