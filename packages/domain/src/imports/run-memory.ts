import type { AppointmentKey } from "../attribution/appointment-store.js";
import type { Objection } from "./finding.js";
import type { KnownVisits } from "./appointment-rules.js";
import { textTable } from "../kernel/text-table.js";
import type { Earlier } from "./earlier-rows.js";
import { earlierRows } from "./earlier-rows.js";
import { inviteMemory } from "./invite-memory.js";
import type { KnownPatients } from "./invite-rules.js";
import type { KeyedVisit, KnownRecords, LookUp } from "./known-records.js";
import { contactsOf, sourceKeysOf } from "./known-records.js";
import type { MomentOrDay } from "../attribution/appointment.js";
import { shown } from "./shown-time.js";
import { isoInstant } from "../kernel/instant.js";
import type { FileFacts } from "./read-versions.js";
import type { RowVersions } from "./row-versions.js";
import { versionOf } from "./slot.js";

/** What rows of a run are held against: its own rows so far, and what is stored. */
export type RunMemory = {
  /** Judges one row by what is known then. */
  against(row: KeyedVisit, known: KnownRecords): KnownVisits & KnownPatients;
  /** The appointment that this row is a new version of. */
  keepCaptured(row: KeyedVisit, id: number | null): void;
  keepInvited(row: KeyedVisit, id: number | null): void;
  /** Whether a captured row's patient had no appointment before this run, told once a patient. */
  isNewPatient(row: KeyedVisit, known: KnownRecords): boolean;
};

export function runMemory({ rows, versions }: Pick<FileFacts, "rows" | "versions">, lookUp: LookUp): RunMemory {
  const captured = { ref: earlierRows(rows), visit: earlierRows(rows) };
  const patientsOfKind = () => textTable(0, rows);
  const patients = {
    patient: patientsOfKind(),
    phone: patientsOfKind(),
    email: patientsOfKind(),
    person: patientsOfKind(),
  };
  const invites = inviteMemory(rows);

  /** A row that has an id is one with others of that id; any other with those of the same visit. Unknown patients are none. */
  const same = ({ visit: { ref }, keys: { visit = "" } }: KeyedVisit): Earlier | undefined =>
    ref === null ? captured.visit.of(visit) : captured.ref.of(ref);

  return {
    against: (row, known) => ({
      duplicate: ({ at }) =>
        superseded(versions, row) ?? sameAs(same(row), at) ?? stored(storedDuplicate(row, known, lookUp), at),
      stop: (visit) => stopOf(visit, known),
      invited: () =>
        sentBefore(row.following && known.invite(row.following)) ?? sameAs(invites.onDay(row), lookUp.plannedAt),
      recentlyInvited: () => {
        if (lookUp.connection.inviteIntervalDays === 0) return undefined;
        const before = row.recent.map((search) => sentBefore(known.invite(search))).find((one) => one !== undefined);
        return before ?? sameAs(invites.lately(row), lookUp.plannedAt);
      },
    }),
    keepCaptured({ visit: { ref, row }, keys }, id) {
      const earlier = { row, id };
      if (ref !== null) captured.ref.keep(ref, earlier);
      if (keys.visit !== undefined && !versions.allHaveRefs) captured.visit.keep(keys.visit, earlier);
    },
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

function superseded(versions: RowVersions, { visit }: KeyedVisit): Objection | undefined {
  const row = versions.supersededBy(visit);
  return row === undefined ? undefined : { superseded_by_row: row };
}

function sameAs(earlier: Earlier | undefined, time: MomentOrDay | null): Objection | undefined {
  if (!earlier) return undefined;
  const { id, row } = earlier;
  return { ...(id === null ? {} : { existing_id: id }), existing_date: shown(time), existing_row: row };
}

/** The id of an appointment that is stored as this row tells it. */
function storedDuplicate({ visit, keys }: KeyedVisit, known: KnownRecords, lookUp: LookUp): number | undefined {
  if (visit.ref === null) {
    return keys.visit === undefined ? undefined : known.appointmentWith({ kind: "visit", value: keys.visit });
  }
  return sourceKeysOf(visit, lookUp)
    .map((key: AppointmentKey) => storedAs(key, known))
    .find((one) => one && `${one.at}|${one.locationId ?? ""}|${one.providerId ?? ""}` === versionOf(visit))?.id;
}

/** The appointment that is stored under a key. */
export function storedAs(key: AppointmentKey, known: KnownRecords) {
  const id = known.appointmentWith(key);
  return id === undefined ? undefined : known.appointment(id);
}

const stored = (id: number | undefined, at: MomentOrDay | null): Objection | undefined =>
  id === undefined ? undefined : { existing_id: id, existing_date: shown(at) };

const sentBefore = (invite: ReturnType<KnownRecords["invite"]>): Objection | undefined =>
  invite && { existing_id: invite.id, existing_date: isoInstant(invite.sentAt) };

function stopOf(visit: KeyedVisit["visit"], known: KnownRecords): Objection | undefined {
  for (const contact of contactsOf(visit)) {
    const stop = known.stop(contact);
    if (stop) return { contact, since: stop.since === null ? null : isoInstant(stop.since) };
  }
  return undefined;
}
