import { isoInstant } from "../../foundation/kernel/instant.js";
import { textTable } from "../../foundation/kernel/text-table.js";
import type { AppointmentKey } from "../appointments/appointment-store.js";
import type { Appointment, MomentOrDay } from "../appointments/appointment.js";
import type { InviteSearch } from "../invites/invite-search.js";
import type { KnownVisits } from "./appointment-rules.js";
import { type Earlier, earlierRows } from "./earlier-rows.js";
import type { Objection } from "./finding.js";
import { type EarlierInvite, inviteMemory } from "./invite-memory.js";
import type { KnownPatients } from "./invite-rules.js";
import {
  contactsOf,
  type KeyedVisit,
  type KnownRecords,
  type LookUp,
  restoredInvites,
  sourceKeysOf,
  visitKey,
} from "./known-records.js";
import type { FileFacts } from "./read-versions.js";
import type { RowVersions } from "./row-versions.js";
import { shown } from "./shown-time.js";
import { versionOf } from "./slot.js";

/** Index that compares the rows of a file with earlier rows and with stored records. */
export type RunMemory = {
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

export function runMemory({ rows, versions }: Pick<FileFacts, "rows" | "versions">, lookUp: LookUp): RunMemory {
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
        superseded(versions, row) ?? sameAs(same(row), at) ?? stored(storedDuplicate(row, known, lookUp), at),
      stop: (visit) => stopObjection(visit, known.stop),
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

function sameAs(earlier: Earlier | undefined, time: MomentOrDay | null): Objection | undefined {
  if (!earlier) return undefined;
  const { id, row } = earlier;
  return { ...(id === null ? {} : { existing_id: id }), existing_date: shown(time), existing_row: row };
}

const invitedEarlier = (earlier: EarlierInvite | undefined): Objection | undefined =>
  earlier && sameAs(earlier, earlier.plannedAt);

/**
 * Returns the id of a stored appointment that is equal to the row's appointment. Ignores withdrawn appointments,
 * because the row restores them.
 */
function storedDuplicate({ visit, keys }: KeyedVisit, known: KnownRecords, lookUp: LookUp): number | undefined {
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
  sourceKeysOf(visit, lookUp).map((key) => storedAs(key, known))[0];

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
