import type { Appointment } from "../attribution/appointment.js";
import type { AppointmentId } from "../kernel/ids.js";
import type { ImportErrorRow } from "./import-error.js";
import { importErrorOf } from "./import-error.js";
import type { Judgement } from "./judge-visit.js";
import { judgeVisit } from "./judge-visit.js";
import type { KeyedVisit, KnownRecords } from "./known-records.js";
import type { FileFacts } from "./read-versions.js";
import { runCount } from "./run-count.js";
import { runMemory } from "./run-memory.js";
import type { RunTerms } from "./run-terms.js";
import type { StagedInvite, StagedRows } from "./staged-row.js";
import { patientOf } from "./visit-keys.js";
import type { Visit } from "./visit.js";

/** Judges the rows of a run one after another, and says what is to be stored of them. */
export function judgeRows(terms: RunTerms, facts: Pick<FileFacts, "rows" | "versions">, isTest: boolean) {
  const { connection, lookUp, uploadDate } = terms;
  const memory = runMemory(facts, lookUp);
  const count = runCount(connection, uploadDate);
  const given = { appointments: 0, invites: 0, errors: 0 };
  const isStored = connection.capturesAppointments && !isTest;

  function judge(row: KeyedVisit, known: KnownRecords): Judgement {
    const against = memory.against(row, known);
    return judgeVisit(row.visit, terms, against);
  }

  /** The appointment of a captured row; its own id where it is a new version of one that is stored. */
  function capture(row: KeyedVisit, known: KnownRecords): Appointment | undefined {
    const before = isStored ? memory.storedVersion(row, known) : undefined;
    const id = before?.id ?? (isStored ? ((given.appointments += 1), -given.appointments) : null);
    memory.keepCaptured(row, id);
    return id === null ? undefined : appointmentOf(row.visit, id, before, connection.name);
  }

  function invite(row: KeyedVisit): StagedInvite | undefined {
    const { visit, keys } = row;
    const id = isTest ? null : ((given.invites += 1), -given.invites);
    memory.keepInvited(row, id);
    if (id === null || !keys.contact) return undefined;
    return {
      id,
      type: keys.contact.type,
      contact: keys.contact.value,
      customerName: visit.patientName || null,
      locationId: visit.location.place?.id ?? null,
      providerId: visit.provider.place?.id ?? null,
      patientId: visit.patientId,
      visit: keys.invited ?? null,
    };
  }

  return {
    /** What is to be stored of some rows, in their order. */
    judge(rows: readonly KeyedVisit[], known: KnownRecords): StagedRows {
      const appointments: Appointment[] = [];
      const invites: StagedInvite[] = [];
      const errors: ImportErrorRow[] = [];
      for (const row of rows) {
        const judgement = judge(row, known);
        const { findings, isCaptured, isInvited } = judgement;
        for (const finding of findings) errors.push(importErrorOf(-(given.errors += 1), finding, row.visit));
        const isNew = isCaptured && memory.isNewPatient(row, known);
        const appointment = isCaptured ? capture(row, known) : undefined;
        if (appointment) appointments.push(appointment);
        const following = isInvited ? invite(row) : undefined;
        if (following) invites.push(following);
        count.note(judgement, row.visit.date, isNew);
      }
      return { rows: rows.length, appointments, invites, errors };
    },
    counts: count.counts,
    /** How many ids the run gives out, by kind. */
    given: () => ({ ...given }),
  };
}

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
    source: visit.ref === null ? null : { connection, ref: visit.ref },
  };
}
