import type { ProviderId } from "../../foundation/kernel/ids.js";
import { textTable, type TextTable } from "../../foundation/kernel/lookup-tables.js";
import { type CalendarDate, type Instant, isoInstant } from "../../foundation/kernel/times.js";
import type { Appointment, AppointmentKey, MomentOrDay } from "../appointments/appointment.js";
import type { InviteSearch } from "../invites/invite.js";
import type { KnownPatients, KnownVisits, Objection } from "./decision-table.js";
import type { FileFacts, LastWords, RowVersions } from "./first-reading.js";
import { shown } from "./import-item.js";
import {
  contactsOf,
  deceasedKeys,
  type KeyedVisit,
  type KnownRecords,
  type LookUp,
  patientOf,
  restoredInvites,
  sourceKeysOf,
  visitKey,
} from "./match.js";
import { versionOf } from "./rows.js";
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
  { rows, versions, deceased, lastWords }: Pick<FileFacts, "rows" | "versions" | "deceased" | "lastWords">,
  lookUp: LookUp,
): RunMemory {
  const captured = { ref: earlierRows(rows), visit: earlierRows(rows), unnamed: earlierRows(rows) };
  /** For each visit that several rows describe, the row with the latest version of the appointment. */
  const latest = earlierRows(0);
  const named = new Set<number>();
  const moved = new Map<string, MovedVisit>();
  const patientsOfKind = () => textTable(0, rows);
  const patients = {
    patient: patientsOfKind(),
    phone: patientsOfKind(),
    email: patientsOfKind(),
    person: patientsOfKind(),
  };
  const invites = inviteMemory(rows);

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

  const invitedBefore = (row: KeyedVisit, known: KnownRecords): Objection | undefined =>
    firstSent(row.following, known) ??
    movedBy(row)?.invited ??
    firstSent(restoredInvites(row, storedAs(visitKey(row), known)), known);

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
        if (lookUp.connection.inviteIntervalDays === 0) return undefined;
        return firstSent(row.recent, known) ?? invitedEarlier(invites.withinInterval(row));
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
    },
    keepSuperseded(row, known) {
      const { visit, keys } = row;
      const last = versions.supersededBy(visit);
      if (last === undefined || visit.ref === null) return;
      if (keys.visit !== undefined && !versions.allHaveRefs) latest.keep(keys.visit, { row: last, id: null });
      const appointment = storedWithRef(row, known, lookUp) ? undefined : storedVisit(row, known, named);
      if (!appointment || moved.has(visit.ref)) return;
      moved.set(visit.ref, { appointment, invited: firstSent(row.following, known) });
      named.add(appointment.id);
    },
    storedVersion: (row, known) =>
      storedWithRef(row, known, lookUp) ?? movedBy(row)?.appointment ?? storedVisit(row, known, named),
    keepInvited: invites.keep,
    isNewPatient({ keys: { patient } }, known) {
      if (!patient) return false;
      const ofKind = patients[patient.kind];
      if (ofKind.find(patient.value) >= 0) return false;
      ofKind.add(patient.value);
      return known.appointmentWith(patient) === undefined;
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
function storedDuplicate({ visit, keys }: KeyedVisit, known: KnownRecords, lookUp: LookUp): number | undefined {
  if (visit.open !== null) return undefined;
  if (visit.ref === null) {
    const same = keys.visit === undefined ? undefined : storedAs({ kind: "visit", value: keys.visit }, known);
    return same?.status === null ? same.id : undefined;
  }
  return sourceKeysOf(visit, lookUp)
    .map((key: AppointmentKey) => storedAs(key, known))
    .find((one) => one?.status === null && versionOfAppointment(one) === versionOf(visit))?.id;
}

const versionOfAppointment = ({ at, locationId, providerId }: Appointment): string =>
  `${at}|${locationId ?? ""}|${providerId ?? ""}`;

const storedWithRef = ({ visit }: KeyedVisit, known: KnownRecords, lookUp: LookUp): Appointment | undefined =>
  sourceKeysOf(visit, lookUp)
    .map((key) => storedAs(key, known))
    .find((one) => one !== undefined);

/**
 * Returns the stored appointment for the visit of a row. If the row has an appointment id, ignores appointments that
 * already have an id from an import.
 */
function storedVisit({ visit, keys }: KeyedVisit, known: KnownRecords, named: ReadonlySet<number>) {
  const appointment = keys.visit === undefined ? undefined : storedAs({ kind: "visit", value: keys.visit }, known);
  if (visit.ref === null) return appointment;
  return appointment?.source === null && !named.has(appointment.id) ? appointment : undefined;
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

/** Invite that an earlier row of the same file has scheduled. */
type EarlierInvite = Earlier & { readonly plannedAt: Instant };

/**
 * Creates an index of the invites that the rows of a file have scheduled, by contact and by patient. Used to invite a
 * contact at most once per day. `rows` is the number of rows in the file.
 */
function inviteMemory(rows: number) {
  const contacts = invitesBy(rows);
  const patients = invitesBy(rows);

  return {
    /** Returns an earlier invite to the same contact for an appointment on the same local date. */
    onDay({ visit: { date }, keys: { contact } }: KeyedVisit): EarlierInvite | undefined {
      const day = dayOf(date);
      return contacts.first(contact?.value ?? "", (column) => column("day") === day);
    },
    /**
     * Returns an earlier invite to the same contact or patient within the minimum interval. If the interval applies per
     * provider, only returns invites for the same provider.
     */
    withinInterval({ recent }: KeyedVisit): EarlierInvite | undefined {
      for (const { kind, value, providerId, after, until } of recent) {
        const found = (kind === "patient" ? patients : contacts).first(value, (column) => {
          const plannedAt = column("plannedAt");
          const isNear = plannedAt > after && plannedAt <= until;
          return isNear && (providerId === undefined || column("provider") === providerOf(providerId));
        });
        if (found) return found;
      }
      return undefined;
    },
    keep({ visit, keys: { contact }, plannedAt }: KeyedVisit, id: number | null): void {
      const provider = providerOf(visit.provider.place?.id ?? null);
      const invited = [visit.row, idOf(id), dayOf(visit.date), provider, plannedAt, none];
      if (contact) contacts.add(contact.value, invited);
      if (visit.patientId !== null) patients.add(visit.patientId, invited);
    },
  };
}

/**
 * Columns of the index after the row number and the id.
 * `next` is the position of the next invite with the same key.
 */
const columns = { day: 2, provider: 3, plannedAt: 4, next: 5 } as const;
const none = -1;

type Column = (name: "day" | "provider" | "plannedAt") => number;

const dayOf = (date: CalendarDate | null): number => (date === null ? none : Number(date.replaceAll("-", "")));
const providerOf = (id: ProviderId | null): number => id ?? none;

/**
 * Creates an index of invites by key. If a key has several invites, the further invites are stored under generated keys
 * that no row has.
 */
function invitesBy(rows: number) {
  const table = textTable(6, rows);
  let further = 0;

  return {
    first(text: string, isMatch: (column: Column) => boolean): EarlierInvite | undefined {
      for (let at = table.find(text); at !== none; at = table.get(at, columns.next)) {
        const column: Column = (name) => table.get(at, columns[name]);
        if (isMatch(column)) return { ...earlierOf(table, at), plannedAt: column("plannedAt") as Instant };
      }
      return undefined;
    },
    add(text: string, invited: readonly number[]): void {
      let last = table.find(text);
      if (last === none) {
        table.add(text, ...invited);
        return;
      }
      while (table.get(last, columns.next) !== none) last = table.get(last, columns.next);
      table.set(last, columns.next, table.add(`\0${(further += 1)}`, ...invited));
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
      return at < 0 ? undefined : earlierOf(table, at);
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

/** Reads the row number and the id from the first two columns of a table entry. */
function earlierOf(table: TextTable, at: number): Earlier {
  const id = table.get(at, 1);
  return { row: table.get(at, 0), id: id === noId ? null : id };
}
