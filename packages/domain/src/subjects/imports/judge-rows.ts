import type { AppointmentId } from "../../foundation/kernel/ids.js";
import type { Appointment } from "../appointments/appointment.js";
import { visitsOfAppointment } from "./appointment-keys.js";
import { importErrorOf, type ImportErrorRow } from "./import-error.js";
import { type Judgement, judgeVisit } from "./judge-visit.js";
import type { KeyedVisit, KnownRecords } from "./known-records.js";
import type { FileFacts } from "./read-versions.js";
import { runCount } from "./run-count.js";
import { runMemory } from "./run-memory.js";
import type { RunTerms } from "./run-terms.js";
import type { StagedCorrection, StagedInvite, StagedRows } from "./staged-row.js";
import { patientOf } from "./visit-keys.js";
import type { Visit } from "./visit.js";

/** Creates a function that checks the rows of a file in order and returns the records to store. */
export function judgeRows(terms: RunTerms, facts: Pick<FileFacts, "rows" | "versions">, isTest: boolean) {
  const { connection, lookUp, uploadDate } = terms;
  const memory = runMemory(facts, lookUp);
  const count = runCount(connection, uploadDate);
  const assigned = { appointments: 0, invites: 0, errors: 0 };
  const isStored = connection.capturesAppointments && !isTest;

  function judge(row: KeyedVisit, known: KnownRecords): Judgement {
    const against = memory.against(row, known);
    return judgeVisit(row.visit, terms, against);
  }

  /**
   * Creates the appointment for a row that passed the appointment rules. If the row updates a stored appointment, keeps
   * its id.
   */
  function capture(row: KeyedVisit, before: Appointment | undefined): Appointment | undefined {
    const id = before?.id ?? (isStored ? ((assigned.appointments += 1), -assigned.appointments) : null);
    memory.keepCaptured(row, id);
    return id === null ? undefined : appointmentOf(row.visit, id, before, connection.name);
  }

  function invite(row: KeyedVisit): StagedInvite | undefined {
    const id = isTest ? null : ((assigned.invites += 1), -assigned.invites);
    memory.keepInvited(row, id);
    return id === null ? undefined : invitation(row, id);
  }

  function invitation({ visit, keys, plannedAt }: KeyedVisit, id: number): StagedInvite | undefined {
    if (!keys.contact) return undefined;
    return {
      id,
      type: keys.contact.type,
      contact: keys.contact.value,
      customerName: visit.patientName || null,
      locationId: visit.location.place?.id ?? null,
      providerId: visit.provider.place?.id ?? null,
      patientId: visit.patientId,
      visit: keys.invited ?? null,
      plannedAt,
    };
  }

  /**
   * Creates the corrected invite for an appointment that a row updates. `versions` contains the appointment after and
   * before the update.
   */
  function correctionOf(row: KeyedVisit, versions: readonly Appointment[]): StagedCorrection | undefined {
    const invite = invitation(row, 0);
    const visits = [...new Set(versions.flatMap(visitsOfAppointment))];
    return invite && { ...invite, visit: visits[0] ?? null, visits };
  }

  /**
   * Adds the appointment of a row to the records to store. If the row updates a stored appointment, also adds the
   * correction of the planned invite.
   */
  function addCaptured(row: KeyedVisit, known: KnownRecords, staged: Judged): void {
    const before = isStored ? memory.storedVersion(row, known) : undefined;
    const appointment = capture(row, before);
    if (appointment) staged.appointments.push(appointment);
    if (!before) return;
    if (before.status !== null) staged.restored += 1;
    const correction = connection.sendsInvites ? correctionOf(row, [appointment ?? before, before]) : undefined;
    if (correction) staged.corrections.push(correction);
  }

  function addInvited(row: KeyedVisit, staged: Judged): void {
    const following = invite(row);
    if (following) staged.invites.push(following);
  }

  return {
    /** Checks a chunk of rows and returns the records to store, in row order. */
    judge(rows: readonly KeyedVisit[], known: KnownRecords): Omit<StagedRows, "withdrawals"> {
      const staged: Judged = { appointments: [], invites: [], errors: [], corrections: [], restored: 0 };
      for (const row of rows) {
        const judgement = judge(row, known);
        for (const finding of judgement.findings) {
          staged.errors.push(importErrorOf(-(assigned.errors += 1), finding, row.visit));
        }
        const isNew = judgement.isCaptured && memory.isNewPatient(row, known);
        if (judgement.isCaptured) addCaptured(row, known, staged);
        else memory.keepSuperseded(row, known);
        if (judgement.isInvited) addInvited(row, staged);
        count.note(judgement, row.visit.date, isNew);
      }
      return { rows: rows.length, ...staged };
    },
    counts: count.counts,
    /** Returns the number of ids that the run assigns, by kind of record. */
    assigned: () => ({ ...assigned }),
  };
}

type Judged = {
  readonly appointments: Appointment[];
  readonly invites: StagedInvite[];
  readonly errors: ImportErrorRow[];
  readonly corrections: StagedCorrection[];
  restored: number;
};

function appointmentOf(visit: Visit, id: number, before: Appointment | undefined, connection: string): Appointment {
  const { phones, email, patientId, dateOfBirth } = patientOf(visit);
  return {
    id: id as AppointmentId,
    at: visit.at as Appointment["at"],
    bookedAt: visit.bookedAt,
    patientId,
    patientName: visit.patientName || null,
    dateOfBirth,
    phones,
    email,
    locationId: visit.location.place?.id ?? null,
    providerId: visit.provider.place?.id ?? null,
    revenue: before?.revenue ?? null,
    source: sourceOf(visit, before, connection),
    status: null,
    statusAt: null,
  };
}

/** Returns the appointment's id in the practice's system. If the row has no id, keeps the stored id. */
const sourceOf = ({ ref }: Visit, before: Appointment | undefined, connection: string): Appointment["source"] =>
  ref === null ? (before?.source ?? null) : { connection, ref };
