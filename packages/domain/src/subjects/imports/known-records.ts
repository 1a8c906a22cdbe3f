import type { AccountSettings } from "../../foundation/accounts/account.js";
import type { Catalog } from "../../foundation/catalog/catalog.js";
import { folded, placesOf } from "../../foundation/catalog/places.js";
import type { AccountId, AppointmentId } from "../../foundation/kernel/ids.js";
import { remembered } from "../../foundation/kernel/lookup-tables.js";
import {
  type CalendarDate,
  day,
  hour,
  type Instant,
  localCalendar,
  localInstants,
  plus,
  plusDays,
  second,
  type TimeZone,
} from "../../foundation/kernel/times.js";
import type { Appointment, AppointmentKey, AppointmentStore, MomentOrDay } from "../appointments/appointment.js";
import type { FoundInvite, InviteSearch, InviteStore } from "../invites/invite.js";
import type { ImportConnection } from "./import-connection.js";
import type { InviteTerms } from "./invite-rules.js";
import { keysOfVisit, sourceKey, type VisitKeys } from "./match.js";
import { type Reading, readTimes, type Visit } from "./rows.js";
import type { Contact, Stop, StopStore } from "./stops.js";

/** Account data that an import needs before it reads the rows. */
type AccountTerms = {
  readonly settings: AccountSettings;
  readonly catalog: Pick<Catalog, "locations" | "providers" | "messages">;
  readonly connections: readonly ImportConnection[];
};

/** Settings that stay constant while the rows of a file are checked. */
export type RunTerms = InviteTerms & { readonly reading: Reading; readonly lookUp: LookUp };

export const runTerms = (
  account: AccountId,
  { connections, ...terms }: AccountTerms,
  connection: ImportConnection,
  uploadedAt: Instant,
): RunTerms => ({
  ...rowTerms(terms, connection, uploadedAt),
  lookUp: {
    account,
    connection,
    otherConnections: connections.map(({ name }) => name).filter((name) => name !== connection.name),
    plannedAt: plannedTimes(uploadedAt, terms.settings.timeZone, connection.sendAfterHours),
  },
});

/** Returns the settings for checking rows on their own, without stored records. */
export function rowTerms(
  { settings, catalog }: Omit<AccountTerms, "connections">,
  connection: ImportConnection,
  uploadedAt: Instant,
): Omit<RunTerms, "lookUp"> {
  const places = placesOf(catalog);
  const times = readTimes(uploadedAt, settings.timeZone, connection.dateOrder);
  const message = catalog.messages.find(({ id }) => id === connection.messageId);
  return {
    connection,
    reading: { times, places },
    severalLocations: places.severalLocations,
    uploadDate: times.uploadDate,
    allowedDays: {
      from: plusDays(times.uploadDate, -connection.maxPastDays),
      to: plusDays(times.uploadDate, connection.maxFutureDays),
    },
    silenced: {
      locations: new Set(connection.silencedLocationRefs.map(folded)),
      providers: new Set(connection.silencedProviderRefs.map(folded)),
    },
    isMessageSilenced: message?.silenced === true,
    isMonitoringOnly: settings.monitoringOnly,
  };
}

/** Earliest local hour for sending an invite after a visit without a time of day. */
const morning = 9;

/**
 * Creates a function that returns the planned time of an invite for a visit. If the visit was before the upload, the
 * planned time is the time of the upload. A visit without a time of day ends at midnight.
 */
function plannedTimes(uploadedAt: Instant, zone: TimeZone, sendAfterHours: number) {
  const calendar = localCalendar(zone);
  const instantOf = localInstants(zone);
  const delay = sendAfterHours * hour;

  const afterDay = remembered((date: CalendarDate): Instant => {
    const midnight = calendar.endOf(date);
    if (midnight <= uploadedAt) return uploadedAt;
    const [year, month, day] = plusDays(date, 1).split("-").map(Number) as [number, number, number];
    const earliest = instantOf({ year, month, day, hour: morning, minute: 0, second: 0 });
    return Math.max(earliest, plus(midnight, delay)) as Instant;
  });

  return (at: MomentOrDay | null): Instant => {
    if (typeof at === "string") return afterDay(at);
    return at !== null && at > uploadedAt ? plus(at, delay) : uploadedAt;
  };
}

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

/** Returns a query for the invite of a visit, whatever the time of the invite. */
export const invitesOfVisit = (value: string): InviteSearch => ({ kind: "visit", value, ...always });

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
  const keys = distinct(
    rows.flatMap((row) => appointmentKeys(row, lookUp)),
    keyText,
  );
  const contacts = connection.sendsInvites ? rows.flatMap(({ visit }) => contactsOf(visit)) : [];
  const searches = connection.sendsInvites ? rows.flatMap(inviteSearches) : [];
  const [ids, stopped, found] = await Promise.all([
    stores.appointments.withKeys(account, keys),
    stores.stops.among(account, contacts),
    stores.invites.latest(account, searches),
  ]);
  const withKey = new Map(keys.map((key, index) => [keyText(key), ids[index]]));
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

/** Returns the key under which the visit of a row is stored. */
export const visitKey = ({ keys }: KeyedVisit): AppointmentKey => ({ kind: "visit", value: keys.visit ?? "" });

/**
 * Returns a search for the invite of a withdrawn appointment that the row restores.
 * Returns no searches unless the appointment has an id and the row has none.
 */
export function restoredInvites({ visit }: KeyedVisit, stored: Appointment | undefined): readonly InviteSearch[] {
  if (visit.ref !== null || !stored?.source || stored.status === null) return [];
  return [invitesOfVisit(sourceKey(stored.source.connection, stored.source.ref))];
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

const inviteSearches = ({ following, recent }: KeyedVisit): readonly InviteSearch[] => [...following, ...recent];

export const contactsOf = ({ phones, email }: Visit): readonly Contact[] =>
  email === null ? phones : [...phones, email];

const keyText = ({ kind, value }: AppointmentKey): string => `${kind} ${value}`;

const searchText = ({ kind, value, providerId, after }: InviteSearch): string =>
  `${kind} ${providerId} ${after} ${value}`;

const distinct = <T>(all: readonly T[], textOf: (one: T) => string): readonly T[] => [
  ...new Map(all.map((one) => [textOf(one), one])).values(),
];
