import type { AppointmentId } from "../../foundation/kernel/ids.js";
import type { CalendarDate, Instant } from "../../foundation/kernel/times.js";
import type { Appointment } from "../appointments/appointment.js";
import type { StagedCorrection, StagedInvite, StagedRows } from "./apply.js";
import { type Judgement, judgeVisit } from "./decision-table.js";
import { runMemory } from "./earlier-rows.js";
import type { FileFacts, RunTerms } from "./first-reading.js";
import type { ImportConnection } from "./import-connection.js";
import { importErrorOf } from "./import-item.js";
import type { ImportCounts, ImportErrorRow, ImportErrorType, ImportSide } from "./import-run.js";
import { deceasedKeys, type KeyedVisit, type KnownRecords, patientOf, visitOf, visitsOfAppointment } from "./match.js";
import type { PlanCollector } from "./row-plans.js";
import type { Visit } from "./rows.js";
import { contactsOf, filledFrom } from "./same-person.js";
import { isOpen, statusAfter } from "./status-words.js";

/** Creates a function that checks the rows of a file in order and returns the records to store. */
export function judgeRows(
  terms: RunTerms,
  facts: Omit<FileFacts, "digest">,
  isTest: boolean,
  notePlan: PlanCollector["note"],
) {
  const { connection, lookUp, uploadDate, uploadedAt } = terms;
  const memory = runMemory(facts, lookUp);
  const count = runCount(connection, uploadDate);
  const assigned = { appointments: 0, invites: 0, errors: 0 };
  const isStored = connection.capturesAppointments && !isTest;
  const deaths = new Set<string>();

  function judge(row: KeyedVisit, known: KnownRecords): Judgement & { readonly isWithdrawn: boolean } {
    const judgement = judgeVisit(row.visit, terms, memory.against(row, known));
    // Sending starts before later rows are stored, so an invite that a later row of the file withdraws is never planned.
    const isWithdrawn = facts.lastWords.isWithdrawn(row.keys, row.visit.at);
    return { ...judgement, isWithdrawn, isInvited: judgement.isInvited && !isWithdrawn };
  }

  /**
   * Creates the appointment for a row that passed the appointment rules. If the row updates a stored appointment, keeps
   * its id.
   */
  function capture(row: KeyedVisit, before: Appointment | undefined): Appointment | undefined {
    const id = before?.id ?? (isStored ? ((assigned.appointments += 1), -assigned.appointments) : null);
    memory.keepCaptured(row, id);
    return id === null ? undefined : appointmentOf(row.visit, id, before, { connection: connection.name, uploadedAt });
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
    const contacts = versions[0] ? contactsOf(versions[0]) : [];
    return invite && { ...invite, visit: visits[0] ?? null, visits, contacts, near: row.near };
  }

  /**
   * Adds the appointment of a row to the records to store. If the row updates a stored appointment, also adds the
   * correction of the planned invite.
   */
  function addCaptured(row: KeyedVisit, known: KnownRecords, staged: Judged): Appointment | undefined {
    const before = isStored ? memory.storedVersion(row, known) : undefined;
    const appointment = capture(row, before);
    if (appointment) staged.appointments.push(appointment);
    if (!before) return appointment;
    if (before.status !== null && !isOpen(before.status) && row.visit.open === null) staged.restored += 1;
    const correction = connection.sendsInvites ? correctionOf(row, [appointment ?? before, before]) : undefined;
    if (correction) staged.corrections.push(correction);
    return appointment;
  }

  function addInvited(row: KeyedVisit, staged: Judged): void {
    const following = invite(row);
    if (following) staged.invites.push(following);
  }

  /**
   * Adds the unknown appointment of a patient who died, even if a rule skips the row, so that later imports know about
   * the death. The withdrawal of the row then sets the status.
   */
  function addDeceased(row: KeyedVisit, known: KnownRecords, staged: Judged): void {
    if (isTest) return;
    if (!isStored || row.visit.at === null) return addDeath(row, known, staged);
    if (memory.against(row, known).duplicate(row.visit) ?? memory.storedVersion(row, known)) return;
    const appointment = capture(row, undefined);
    if (appointment) staged.appointments.push(appointment);
  }

  /**
   * Adds an appointment that only records a death, for a row whose own appointment is not stored. Another connection can
   * give the appointment its id.
   */
  function addDeath(row: KeyedVisit, known: KnownRecords, staged: Judged): void {
    const keys = deceasedKeys(patientOf(row.visit));
    const isNews = keys.some((key) => !deaths.has(key.value) && known.appointmentWith(key) === undefined);
    if (!isNews || memory.storedVersion(row, known)) return;
    for (const { value } of keys) deaths.add(value);
    const visit: Visit = { ...row.visit, ref: null, at: row.visit.at ?? uploadDate, open: "deceased" };
    const about = { connection: connection.name, uploadedAt };
    staged.appointments.push(appointmentOf(visit, -(assigned.appointments += 1), undefined, about));
  }

  return {
    /** Checks a chunk of rows and returns the records to store, in row order. */
    judge(
      rows: readonly KeyedVisit[],
      deceased: readonly KeyedVisit[],
      known: KnownRecords,
    ): Omit<StagedRows, "withdrawals"> {
      const staged: Judged = {
        ...{ appointments: [], newPatients: [], invites: [], errors: [], corrections: [], restored: 0 },
      };
      for (const row of rows) {
        const judgement = judge(row, known);
        const errors = judgement.findings.map((finding) => importErrorOf(-(assigned.errors += 1), finding, row.visit));
        staged.errors.push(...errors);
        notePlan(row, { ...judgement, errors });
        const isNew = judgement.isCaptured && memory.isNewPatient(row, known);
        const captured = judgement.isCaptured ? addCaptured(row, known, staged) : undefined;
        if (captured && isNew) staged.newPatients.push(captured.id);
        if (!judgement.isCaptured) memory.keepSuperseded(row, known);
        if (judgement.isInvited) addInvited(row, staged);
        count.note(judgement, row.visit.date, isNew);
      }
      for (const row of deceased) addDeceased(row, known, staged);
      return { rows: rows.length, ...staged };
    },
    counts: count.counts,
    /** Returns the number of ids that the run assigns, by kind of record. */
    assigned: () => ({ ...assigned }),
  };
}

type Judged = {
  readonly appointments: Appointment[];
  readonly newPatients: number[];
  readonly invites: StagedInvite[];
  readonly errors: ImportErrorRow[];
  readonly corrections: StagedCorrection[];
  restored: number;
};

function appointmentOf(
  visit: Visit,
  id: number,
  before: Appointment | undefined,
  { connection, uploadedAt }: { readonly connection: string; readonly uploadedAt: Instant },
): Appointment {
  const row = { ...visitOf({ visit }), bookedAt: visit.bookedAt };
  // If only one of the two has an appointment id, the row may know less about the visit.
  const isPartial = before !== undefined && (visit.ref === null || before.source === null);
  const { at, bookedAt, patientId, patientName, dateOfBirth, phones, email, locationId, providerId } = isPartial
    ? filledFrom(before, row)
    : row;
  return {
    id: id as AppointmentId,
    at: at as Appointment["at"],
    ...{ bookedAt, patientId, patientName, dateOfBirth, phones, email, locationId, providerId },
    revenue: before?.revenue ?? null,
    source: sourceOf(visit, before, connection),
    ...statusAfter(before, visit.open, uploadedAt),
  };
}

/** Returns the appointment's id in the practice's system. If the row has no id, keeps the stored id. */
const sourceOf = ({ ref }: Visit, before: Appointment | undefined, connection: string): Appointment["source"] =>
  ref === null ? (before?.source ?? null) : { connection, ref };

const mismatches: ReadonlySet<ImportErrorType> = new Set(["location_mismatch", "provider_mismatch"]);

function runCount({ capturesAppointments, sendsInvites }: ImportConnection, uploadDate: CalendarDate) {
  let [rows, passed, invited, unplaced, warnings, patients] = [0, 0, 0, 0, 0, 0];
  let [first, last]: [CalendarDate | undefined, CalendarDate | undefined] = [undefined, undefined];
  const errors: Record<ImportSide, Partial<Record<ImportErrorType, number>>> = { appointments: {}, invites: {} };
  return {
    note({ findings, isCaptured, isInvited }: Judgement, date: CalendarDate | null, isNewPatient: boolean): void {
      rows += 1;
      passed += Number(isCaptured);
      invited += Number(isInvited);
      patients += Number(isNewPatient);
      for (const { side, type, level } of findings) {
        errors[side][type] = (errors[side][type] ?? 0) + 1;
        unplaced += Number(mismatches.has(type));
        warnings += Number(level === "warning");
      }
      if (date === null) return;
      if (first === undefined || date < first) first = date;
      if (last === undefined || date > last) last = date;
    },
    counts: (): ImportCounts => ({
      rowsProcessed: rows,
      appointmentCaptured: capturesAppointments ? passed : 0,
      skippedAppointments: capturesAppointments ? rows - passed : 0,
      scheduledInvites: invited,
      skippedInvites: sendsInvites ? rows - invited : 0,
      mismatches: unplaced,
      warnings,
      newPatients: capturesAppointments ? patients : 0,
      errors,
      startDate: first ?? uploadDate,
      endDate: last ?? uploadDate,
    }),
  };
}
