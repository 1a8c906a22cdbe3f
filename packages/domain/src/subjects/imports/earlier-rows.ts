import type { InviteId, ProviderId } from "../../foundation/kernel/ids.js";
import { numberOfText, textTable } from "../../foundation/kernel/lookup-tables.js";
import { type CalendarDate, type Instant, isoInstant } from "../../foundation/kernel/times.js";
import type { Appointment, AppointmentKey, MomentOrDay } from "../appointments/appointment.js";
import type { InviteSearch } from "../invites/invite.js";
import type { KnownPatients, KnownVisits, Objection } from "./decision-table.js";
import type { FileFacts, LastWords, RowVersions } from "./first-reading.js";
import { shown } from "./import-item.js";
import {
  deceasedKeys,
  invitesOfPerson,
  invitesOfStored,
  isUnchanged,
  type KeyedVisit,
  type KnownRecords,
  type LookUp,
  patientOf,
  sourceKeysOf,
  visitKey,
} from "./match.js";
import { contactsOf, isSameByDetails, nameOf } from "./same-person.js";
import { isOpen } from "./status-words.js";

/** Index that compares the rows of a file with earlier rows and with stored records. */
type RunMemory = {
  /** Returns functions that compare a row with stored records and with all rows that were added before. */
  against(row: KeyedVisit, known: KnownRecords): KnownVisits & KnownPatients;
  /**
   * Returns the stored appointment that a row updates. Compares appointment ids, or visits if the row or the
   * appointment has no id.
   */
  storedVersion(row: KeyedVisit, known: KnownRecords): Appointment | undefined;
  keepCaptured(row: KeyedVisit, id: number | null): void;
  /** Called instead of the other methods for a row that a later row supersedes. */
  keepSuperseded(row: KeyedVisit, known: KnownRecords): void;
  keepInvited(row: KeyedVisit, id: number | null): void;
  /**
   * Returns true if the patient of a row had no appointment before this import. Returns true at most once per patient.
   */
  isNewPatient(row: KeyedVisit, known: KnownRecords): boolean;
};

export function runMemory(
  {
    rows,
    versions,
    deceased,
    lastWords,
    allHavePatients,
  }: Pick<FileFacts, "rows" | "versions" | "deceased" | "lastWords" | "allHavePatients">,
  lookUp: LookUp,
): RunMemory {
  const captured = { ref: earlierRows(rows), visit: earlierRows(rows), unnamed: earlierRows(rows) };
  /** For each visit that several rows describe, the row with the latest version of the appointment. */
  const latest = earlierRows(0);
  const named = new Set<number>();
  /** Stored appointments that rows have updated. A further row about the patient and the day is another visit. */
  const updated = new Set<number>();
  const moved = new Map<string, MovedVisit>();
  const patients = patientMemory(rows, allHavePatients);
  const invites = inviteMemory(rows, allHavePatients);

  /**
   * Returns the earlier row about the same appointment. Compares appointment ids, or visits if one of the rows has no
   * id.
   */
  const same = ({ visit: { ref }, keys: { visit = "" } }: KeyedVisit): Earlier | undefined =>
    ref === null
      ? (captured.visit.of(visit) ?? latest.of(visit))
      : (captured.ref.of(ref) ?? captured.unnamed.of(visit));

  const movedBy = ({ visit: { ref } }: KeyedVisit): MovedVisit | undefined =>
    ref === null ? undefined : moved.get(ref);

  const storedVersion = (row: KeyedVisit, known: KnownRecords): Appointment | undefined =>
    storedWithRef(row, known, lookUp) ?? movedBy(row)?.appointment ?? storedVisit(row, known, { named, updated });

  const invitedBefore = (row: KeyedVisit, known: KnownRecords): Objection | undefined =>
    firstSent(row.following, known) ??
    movedBy(row)?.invited ??
    firstSent(invitesOfStored(row, storedVersion(row, known)), known);

  return {
    against: (row, known) => ({
      duplicate: ({ at }) =>
        superseded(versions, row) ??
        settled(lastWords, row) ??
        sameAs(same(row), at) ??
        stored(storedDuplicate(row, known, lookUp), at),
      stop: (visit) => stopObjection(visit, known.stop),
      deceased: ({ open }) => {
        const isKnown = deceasedKeys(patientOf(row.visit)).some(
          (key) => deceased.has(key.value) || known.appointmentWith(key) !== undefined,
        );
        return open === "deceased" || isKnown ? { field: "patient", value: "deceased" } : undefined;
      },
      invited: () => invitedBefore(row, known) ?? invitedEarlier(invites.onDay(row)),
      recentlyInvited: () => {
        const { maxInvitesPerDay: max } = lookUp;
        if (row.today && known.invitesToday(row) + invites.sentIn(row.today) >= max) return { allowed_per_day: max };
        if (lookUp.connection.inviteIntervalDays === 0) return undefined;
        return (
          firstSent(row.recent, known) ??
          firstSent(invitesOfPerson(row, known), known) ??
          sentElsewhere(row, known) ??
          invitedEarlier(invites.withinInterval(row))
        );
      },
    }),
    keepCaptured({ visit: { ref, row }, keys }, id) {
      const earlier = { row, id };
      if (ref !== null) captured.ref.keep(ref, earlier);
      if (keys.visit !== undefined && !versions.allHaveRefs) {
        captured.visit.keep(keys.visit, earlier);
        if (ref === null) captured.unnamed.keep(keys.visit, earlier);
      }
      if (ref !== null && id !== null && id > 0) named.add(id);
      if (id !== null && id > 0) updated.add(id);
    },
    keepSuperseded(row, known) {
      const { visit, keys } = row;
      const last = versions.supersededBy(visit);
      if (last === undefined || visit.ref === null) return;
      if (keys.visit !== undefined && !versions.allHaveRefs) latest.keep(keys.visit, { row: last, id: null });
      const appointment = storedWithRef(row, known, lookUp) ? undefined : storedVisit(row, known, { named, updated });
      if (!appointment || moved.has(visit.ref)) return;
      moved.set(visit.ref, { appointment, invited: firstSent(row.following, known) });
      named.add(appointment.id);
    },
    storedVersion,
    keepInvited: invites.keep,
    isNewPatient(row, known) {
      const { patient } = row.keys;
      if (!patient || !patients.isNew(row)) return false;
      if (known.appointmentWith(patient) !== undefined || known.ofPerson(row).length > 0) return false;
      return storedVersion(row, known) === undefined;
    },
  };
}

/**
 * Stored appointment that had no appointment id and gets the id of a superseded row.
 * `invited` contains the details of its invite.
 */
type MovedVisit = { readonly appointment: Appointment; readonly invited: Objection | undefined };

function superseded(versions: RowVersions, { visit }: KeyedVisit): Objection | undefined {
  const row = versions.supersededBy(visit);
  return row === undefined ? undefined : { superseded_by_row: row };
}

/** A row whose status is open gives way to a later row that settles the status, also without an appointment id. */
function settled(lastWords: LastWords, { visit, keys }: KeyedVisit): Objection | undefined {
  const row = isOpen(visit.open) ? lastWords.settledBy(keys) : undefined;
  return row !== undefined && row > visit.row ? { superseded_by_row: row } : undefined;
}

function sameAs(earlier: Earlier | undefined, time: MomentOrDay | null): Objection | undefined {
  if (!earlier) return undefined;
  const { id, row } = earlier;
  return { ...(id === null ? {} : { existing_id: id }), existing_date: shown(time), existing_row: row };
}

const invitedEarlier = (earlier: EarlierInvite | undefined): Objection | undefined =>
  earlier && sameAs(earlier, earlier.plannedAt);

/**
 * Returns the id of a stored appointment that is equal to the row's appointment. Ignores withdrawn appointments,
 * because the row restores them. A row whose status is open is never equal, because it changes the status.
 */
function storedDuplicate(row: KeyedVisit, known: KnownRecords, lookUp: LookUp): number | undefined {
  const keys = row.visit.ref === null ? [visitKey(row)] : sourceKeysOf(row.visit, lookUp);
  const stored = keys.map((key) => storedAs(key, known));
  // A connection that captures no appointments may invite for the appointments of other connections.
  if (row.visit.ref === null && lookUp.connection.capturesAppointments) stored.push(known.sameVisit(row));
  return stored.find((one) => isUnchanged(row, one))?.id;
}

const storedWithRef = ({ visit }: KeyedVisit, known: KnownRecords, lookUp: LookUp): Appointment | undefined =>
  sourceKeysOf(visit, lookUp)
    .map((key) => storedAs(key, known))
    .find((one) => one !== undefined);

/**
 * Returns the stored appointment for the visit of a row. If the row has an appointment id, ignores appointments that
 * already have an id from an import.
 */
function storedVisit(
  row: KeyedVisit,
  known: KnownRecords,
  { named, updated }: { readonly named: ReadonlySet<number>; readonly updated: ReadonlySet<number> },
): Appointment | undefined {
  const isFree = (one: Appointment | undefined) =>
    one !== undefined && (row.visit.ref === null || (one.source === null && !named.has(one.id)));
  const sameVisit = known.sameVisit(row);
  return [storedAs(visitKey(row), known), sameVisit && updated.has(sameVisit.id) ? undefined : sameVisit].find(isFree);
}

/** Returns an invite to another contact of the row, if it was for the same patient. */
function sentElsewhere({ visit, others }: KeyedVisit, known: KnownRecords): Objection | undefined {
  const name = nameOf(visit.patientName);
  const isOfPatient = (search: InviteSearch): boolean => {
    const invite = known.inviteWith(known.invite(search)?.id as InviteId);
    if (!invite) return false;
    const hasIds = invite.patientId !== null && visit.patientId !== null;
    return hasIds ? invite.patientId === visit.patientId : name !== null && nameOf(invite.customerName) === name;
  };
  return firstSent(others.filter(isOfPatient), known);
}

function storedAs(key: AppointmentKey, known: KnownRecords) {
  const id = known.appointmentWith(key);
  return id === undefined ? undefined : known.appointment(id);
}

const stored = (id: number | undefined, at: MomentOrDay | null): Objection | undefined =>
  id === undefined ? undefined : { existing_id: id, existing_date: shown(at) };

function firstSent(searches: readonly InviteSearch[], known: KnownRecords): Objection | undefined {
  for (const search of searches) {
    const invite = known.invite(search);
    if (invite) return { existing_id: invite.id, existing_date: isoInstant(invite.sentAt) };
  }
  return undefined;
}

/** Returns the details of the error row if the patient opted out of invites. `stopOf` finds the stop of a contact. */
export function stopObjection(visit: KeyedVisit["visit"], stopOf: KnownRecords["stop"]): Objection | undefined {
  for (const contact of contactsOf(visit)) {
    const stop = stopOf(contact);
    if (stop) return { contact, since: stop.since === null ? null : isoInstant(stop.since) };
  }
  return undefined;
}

/** Value for an unknown number in a table. */
const none = -1;

/** Numbers that tell whether two rows are about one person, in addition to their contacts. */
type Who = { readonly id: number; readonly born: number; readonly name: number };

function whoOf({ patientId, dateOfBirth, patientName }: KeyedVisit["visit"]): Who {
  const numberOf = (text: string | null): number => (text === null ? none : numberOfText(text));
  return { id: numberOf(patientId), born: dayOf(dateOfBirth), name: numberOf(nameOf(patientName)) };
}

/** Like `isSamePerson`, for two rows that share a contact. */
function isSameWho(one: Who, other: Who): boolean {
  const agree = (key: keyof Who) => (one[key] === none || other[key] === none ? undefined : one[key] === other[key]);
  return isSameByDetails(agree("id"), [agree("born"), agree("name")]);
}

/**
 * Creates an index of the patients of earlier rows. `rows` is the number of rows in the file. If all rows have a patient
 * id, contacts identify nobody.
 */
function patientMemory(rows: number, allHaveIds: boolean) {
  const table = textTable(3, rows);
  const whoAt = (at: number): Who => ({ id: table.get(at, 0), born: table.get(at, 1), name: table.get(at, 2) });
  return {
    /** Returns true if no earlier row is about the patient of a row, and adds the patient. */
    isNew({ visit, keys: { patient } }: KeyedVisit): boolean {
      const who = whoOf(visit);
      const contacts = allHaveIds ? [] : contactsOf(visit);
      const names = contacts.flatMap((contact) => [`${contact} ${who.name}`, `${contact} ${who.born}`]);
      const key = `${patient?.kind} ${patient?.value}`;
      const isKnown = table.find(key) >= 0 || names.map(table.find).some((at) => at >= 0 && isSameWho(whoAt(at), who));
      for (const text of [key, ...names]) if (table.find(text) < 0) table.add(text, who.id, who.born, who.name);
      return !isKnown;
    },
  };
}

/** Invite that an earlier row of the same file has scheduled. */
type EarlierInvite = Earlier & { readonly plannedAt: Instant };

/** Facts about an invite that an earlier row has scheduled. */
const facts = ["row", "id", "day", "provider", "plannedAt", "patient", "born", "name"] as const;

/**
 * Creates an index of the invites that the rows of a file have scheduled: by recipient, by patient id, and by each contact
 * of the row. `rows` is the number of rows in the file. If all rows have a patient id, contacts identify nobody.
 */
function inviteMemory(rows: number, allHaveIds: boolean) {
  const [recipients, patients, contacts] = [invitesBy(rows), invitesBy(rows), invitesBy(allHaveIds ? 0 : rows)];
  const known: number[] = [];
  const fact = (invite: number, name: (typeof facts)[number]): number =>
    known[invite * facts.length + facts.indexOf(name)] as number;
  const earlier = (invite: number | undefined): EarlierInvite | undefined =>
    invite === undefined
      ? undefined
      : { ...earlierOf(fact(invite, "row"), fact(invite, "id")), plannedAt: fact(invite, "plannedAt") as Instant };
  const whoAt = (invite: number): Who => ({
    ...{ id: fact(invite, "patient"), born: fact(invite, "born"), name: fact(invite, "name") },
  });

  return {
    /** Returns an earlier invite to the same contact for an appointment on the same local date. */
    onDay({ visit: { date }, keys: { contact } }: KeyedVisit): EarlierInvite | undefined {
      const day = dayOf(date);
      return earlier(recipients.find(contact?.value ?? "", (invite) => fact(invite, "day") === day));
    },
    /**
     * Returns an earlier invite to the same recipient, patient id or person within the minimum interval. If the interval
     * applies per provider, only returns invites for the same provider.
     */
    withinInterval({ visit, keys: { contact }, near }: KeyedVisit): EarlierInvite | undefined {
      function isNear(invite: number): boolean {
        const plannedAt = fact(invite, "plannedAt");
        const isInTime = plannedAt > near.after && plannedAt <= near.until;
        return isInTime && (near.providerId === undefined || fact(invite, "provider") === providerOf(near.providerId));
      }
      const found = recipients.find(contact?.value ?? "", isNear) ?? patients.find(visit.patientId ?? "", isNear);
      if (found !== undefined || allHaveIds) return earlier(found);
      const who = whoOf(visit);
      const isOfPerson = (invite: number) => isNear(invite) && isSameWho(whoAt(invite), who);
      for (const one of contactsOf(visit)) {
        const invite = contacts.find(one, isOfPerson, maxShared);
        if (invite !== undefined) return earlier(invite);
      }
      return undefined;
    },
    /** Returns the number of earlier invites to a contact in a range of times. */
    sentIn({ value, after, until }: InviteSearch): number {
      let count = 0;
      recipients.find(value, (invite) => {
        const plannedAt = fact(invite, "plannedAt");
        count += Number(plannedAt > after && plannedAt <= until);
        return false;
      });
      return count;
    },
    keep({ visit, keys: { contact }, plannedAt }: KeyedVisit, id: number | null): void {
      const invite = known.length / facts.length;
      const who = whoOf(visit);
      known.push(visit.row, idOf(id), dayOf(visit.date), providerOf(visit.provider.place?.id ?? null), plannedAt);
      known.push(who.id, who.born, who.name);
      if (contact) recipients.add(contact.value, invite);
      if (visit.patientId !== null) patients.add(visit.patientId, invite);
      if (!allHaveIds) for (const one of contactsOf(visit)) contacts.add(one, invite);
    },
  };
}

/** Number of invites that are compared if many patients share a contact, such as the number of the front desk. */
const maxShared = 20;

const dayOf = (date: CalendarDate | null): number => (date === null ? none : Number(date.replaceAll("-", "")));
const providerOf = (id: ProviderId | null): number => id ?? none;

/**
 * Creates an index of invites by key. If a key has several invites, the earlier ones move to generated keys that no row
 * has.
 */
function invitesBy(rows: number) {
  const [invite, next] = [0, 1];
  const table = textTable(2, rows);
  let moved = 0;

  return {
    /** Returns the latest invite that matches, among the latest `max` invites with the key. */
    find(text: string, isMatch: (invite: number) => boolean, max = Infinity): number | undefined {
      let at = table.find(text);
      for (let left = max; at !== none && left > 0; left -= 1) {
        if (isMatch(table.get(at, invite))) return table.get(at, invite);
        at = table.get(at, next);
      }
      return undefined;
    },
    add(text: string, number: number): void {
      const at = table.find(text);
      if (at === none) {
        table.add(text, number, none);
        return;
      }
      const before = table.add(`\0${(moved += 1)}`, table.get(at, invite), table.get(at, next));
      table.set(at, invite, number);
      table.set(at, next, before);
    },
  };
}

/**
 * Earlier row of the same file. `id` is the id of the record that the row creates, or `null` if the row creates none.
 */
type Earlier = { readonly row: number; readonly id: number | null };

/** Creates an index of rows by a string key. `rows` is the number of rows in the file. */
function earlierRows(rows: number) {
  const table = textTable(2, rows);
  return {
    of(text: string): Earlier | undefined {
      const at = table.find(text);
      return at < 0 ? undefined : earlierOf(table.get(at, 0), table.get(at, 1));
    },
    /** Adds a row to the index, unless the index already has a row with this key. */
    keep(text: string, { row, id }: Earlier): void {
      if (table.find(text) < 0) table.add(text, row, idOf(id));
    },
  };
}

/** Value for a missing id in the table. No record has this id. */
const noId = 0;

/** Converts an id to a number for the table. `null` becomes 0. */
const idOf = (id: number | null): number => id ?? noId;

/** Returns an earlier row. `id` is an id or 0, as in the table. */
const earlierOf = (row: number, id: number): Earlier => ({ row, id: id === noId ? null : id });
