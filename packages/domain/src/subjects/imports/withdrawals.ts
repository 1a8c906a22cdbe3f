import { personName } from "../../foundation/kernel/contact-details.js";
import { notFound } from "../../foundation/kernel/domain-error.js";
import type { AccountId, AppointmentId, ImportRunId, InviteId, LocationId } from "../../foundation/kernel/ids.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import type { Instant } from "../../foundation/kernel/times.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { Appointment, AppointmentKey, AppointmentStatus, MomentOrDay } from "../appointments/appointment.js";
import { storeAppointments } from "../appointments/appointments.js";
import { type Invite, type InviteKey, isDue, isPlanned, keysOfInvite } from "../invites/invite.js";
import {
  type AppliedWithdrawal,
  type ImportRun,
  noWithdrawals,
  type RunWithdrawals,
  type StoredRun,
  type WithdrawalOutcome,
  type WithdrawnPerson,
} from "./import-run.js";
import type { Changes } from "./journal.js";
import { keysOfVisit, type LookUp, sourceKeysOf, visitOf, visitsOfAppointment } from "./match.js";
import { invitesOfVisits, removeInvites } from "./planned-invites.js";
import { type Reading, readVisit, type WithdrawnRow } from "./rows.js";
import { contactsOf, isSameVisit, type KnownVisit, withPatient } from "./same-person.js";
import { isOpen, keepsStatus } from "./status-words.js";
import type { Contact } from "./stops.js";

/**
 * Row that withdraws an appointment, because the appointment does not take place. A row whose status is open also
 * withdraws: it takes back the planned invite until the status is settled.
 */
export type Withdrawal = {
  readonly row: number;
  readonly status: AppointmentStatus;
  /** Keys of the appointment, most reliable first. Empty if the row identifies no visit. */
  readonly appointments: readonly AppointmentKey[];
  /** Visit keys of the invites to delete (`Invite.visit`). */
  readonly visits: readonly string[];
  /** Time of the appointment in the row, or `null` if the time is invalid. */
  readonly at: MomentOrDay | null;
  /** Patient id in the practice's system. Erasures use this id and the contacts to find the row. */
  readonly patientId: string | null;
  readonly contacts: readonly Contact[];
  /** Absent in rows that an earlier version of Repute staged, like `ref`, the appointment id in the practice's system. */
  readonly patientName?: string;
  readonly ref?: string | null;
  /** Patient, start and places of the row. Absent in rows that an earlier version of Repute staged. */
  readonly visit?: KnownVisit;
  /** True if a later row of the file overrules this row. */
  readonly isOverruled: boolean;
  /** True for a row that also counts as processed. Such a row counts as a withdrawal only if it takes back an invite. */
  readonly isJudged?: boolean;
};

/** Finds out which appointment and which invites a row withdraws. */
export function withdrawalOf(
  { row, status }: WithdrawnRow,
  { reading, lookUp }: { readonly reading: Reading; readonly lookUp: LookUp },
): Omit<Withdrawal, "isOverruled" | "isJudged"> {
  const visit = readVisit(row, reading);
  const keys = keysOfVisit(visit, lookUp.connection.name);
  const visits = [...new Set([keys.invited, keys.visit])].filter((key) => key !== undefined);
  return {
    row: row.row,
    status,
    appointments: [
      ...sourceKeysOf(visit, lookUp),
      ...(keys.visit === undefined ? [] : [{ kind: "visit" as const, value: keys.visit }]),
    ],
    visits,
    visit: visitOf({ visit }),
    at: visit.at,
    patientId: visit.patientId,
    contacts: contactsOf(visit),
    patientName: visit.patientName,
    ref: visit.ref,
  };
}

/** Results of rows that cancel or delete appointments, and the ids of the planned invites that were deleted. */
type Applied = { readonly applied: readonly AppliedWithdrawal[]; readonly invites: readonly InviteId[] };

/**
 * Sets the status of appointments that do not take place, and deletes their planned invites.
 * A test run changes nothing.
 * Conversions stay linked, because they led to a booking even if the appointment was canceled later.
 */
export async function applyWithdrawals(
  withdrawals: readonly Withdrawal[],
  { isTest, uploadedAt }: Pick<ImportRun, "isTest" | "uploadedAt">,
  work: UnitOfWork,
  changes: Changes,
): Promise<Applied> {
  const decided = await decide(withdrawals, uploadedAt, work);
  const invites = [...new Set(decided.flatMap(({ planned }) => planned))];
  if (!isTest) {
    const all = decided.flatMap(({ marked: one }) => one ?? []);
    const marked = all.toSorted(
      (one, other) => Number(one.status === "deceased") - Number(other.status === "deceased"),
    );
    // If several rows withdraw the same appointment, the last row determines the status.
    await storeAppointments([...new Map(marked.map((one) => [one.id, one])).values()], work, async (changed, known) => {
      for (const one of changed) changes.changedAppointment(known.get(one.id) as Appointment, one);
      await work.stores.appointments.save(work.account, changed);
    });
    for (const one of await removeInvites(invites, work)) changes.changedInvite(one, undefined);
  }
  const counted = decided.filter(
    ({ applied }, index) => !withdrawals[index]?.isJudged || (applied.outcome === "withdrawn" && applied.invites > 0),
  );
  return { applied: counted.map(({ applied }) => applied), invites: isTest ? [] : invites };
}

type Decided = {
  readonly applied: AppliedWithdrawal;
  readonly marked?: Appointment;
  readonly planned: readonly InviteId[];
};

async function decide(
  withdrawals: readonly Withdrawal[],
  uploadedAt: Instant,
  work: UnitOfWork,
): Promise<readonly Decided[]> {
  const { stores, account, now } = work;
  const keys = withdrawals.flatMap(({ appointments }) => appointments);
  const ids = await stores.appointments.withKeys(account, keys);
  const appointments = await stores.appointments.byIds(account, [...new Set(ids.filter((id) => id !== undefined))]);
  const known = new Map(appointments.map((one) => [one.id, one]));
  let next = 0;
  const exact = withdrawals.map((withdrawal) => {
    const found = withdrawal.appointments.map((key) => ({ key, appointment: known.get(ids[next++] as AppointmentId) }));
    return found.find((one) => isWithdrawnBy(withdrawal, one))?.appointment;
  });
  const others = withdrawals.filter((_, index) => exact[index] === undefined);
  const sameVisitOf = await sameVisits(others, work);
  const concerned = withdrawals.map((withdrawal, index) => {
    const appointment = exact[index] ?? sameVisitOf.get(withdrawal);
    // Use the visit keys of both the row and the appointment, because their appointment ids may differ or be missing.
    const stored = appointment ? visitsOfAppointment(appointment) : [];
    return { withdrawal, appointment, visits: [...new Set([...withdrawal.visits, ...stored])] };
  });
  const found = await invitesOfVisits(
    concerned.flatMap(({ visits }) => visits),
    { stores, account },
  );
  const ofDeceased = await plannedOfDeceased(withdrawals, { stores, account });
  return concerned.map(({ withdrawal, appointment, visits }) => {
    // An invite that is due is in the list, and may be sent. An open status only withholds an invite.
    const isTaken = (invite: Invite) => isPlanned(invite) && !(isOpen(withdrawal.status) && isDue(invite, now));
    const planned = visits.flatMap((visit) => found.get(visit) ?? []).filter(isTaken);
    const invites = [...new Set([...planned.map(({ id }) => id), ...ofDeceased(withdrawal)])];
    const decided = decideOne(withdrawal, appointment, invites, uploadedAt);
    const { marked } = decided;
    const { visit } = sameVisitOf.has(withdrawal) ? withdrawal : {};
    return visit && marked ? { ...decided, marked: withPatient(marked, visit) } : decided;
  });
}

/** Finds the appointments of withdrawn visits by the contacts of the patient, if an appointment id is missing. */
async function sameVisits(
  withdrawals: readonly Withdrawal[],
  { stores, account, matching }: UnitOfWork,
): Promise<ReadonlyMap<Withdrawal, Appointment>> {
  const contacts = [...new Set(withdrawals.flatMap((one) => (one.visit ? one.contacts : [])))];
  const found = await stores.appointments.withContacts(account, contacts);
  const appointments = await stores.appointments.byIds(account, [...new Set(found.flat())]);
  return new Map(
    withdrawals.flatMap((one) => {
      const same = appointments.find(
        (stored) =>
          one.visit !== undefined &&
          (one.ref === null || stored.source === null) &&
          isSameVisit(stored, one.visit, matching.calendar),
      );
      return same ? [[one, same] as const] : [];
    }),
  );
}

/**
 * Looks up all planned invites of the patients who died. Returns a function that returns the planned invites of a row's
 * patient.
 */
async function plannedOfDeceased(
  withdrawals: readonly Withdrawal[],
  { stores, account }: Pick<UnitOfWork, "stores" | "account">,
): Promise<(withdrawal: Withdrawal) => readonly InviteId[]> {
  const died = withdrawals.filter(({ status }) => status === "deceased");
  const found = new Map<string, InviteId[]>();
  for (const invite of died.length > 0 ? await stores.invites.planned(account, died.flatMap(inviteKeysOf)) : []) {
    for (const text of patientTexts(keysOfInvite(invite), invite.customerName ?? "")) {
      found.set(text, [...(found.get(text) ?? []), invite.id]);
    }
  }
  return (withdrawal) =>
    withdrawal.status === "deceased"
      ? patientTexts(inviteKeysOf(withdrawal), withdrawal.patientName ?? "").flatMap((text) => found.get(text) ?? [])
      : [];
}

/** Keys of the patient's invites: the patient id and the contacts. */
const inviteKeysOf = ({ patientId, contacts }: Withdrawal): readonly InviteKey[] => [
  ...(patientId === null ? [] : [{ kind: "patient" as const, value: patientId }]),
  ...contacts.map((value) => ({ kind: value.includes("@") ? ("email" as const) : ("phone" as const), value })),
];

/**
 * Returns strings that an invite and a row of the same patient share. A contact counts only with the name, because
 * relatives often share a phone number or an email address.
 */
function patientTexts(keys: readonly InviteKey[], name: string): readonly string[] {
  const { first, last } = personName(name);
  return keys.map(({ kind, value }) => (kind === "patient" ? [kind, value] : [kind, value, first, last]).join("\n"));
}

/**
 * Returns true if the appointment that was found by a key is the appointment that a row withdraws.
 * An appointment with a different appointment id is another appointment, even at the same time.
 */
function isWithdrawnBy(
  { appointments }: Withdrawal,
  { key, appointment }: { readonly key: AppointmentKey; readonly appointment: Appointment | undefined },
): boolean {
  if (!appointment) return false;
  const isNamed = appointments.some(({ kind }) => kind === "source");
  return key.kind === "source" || !isNamed || appointment.source === null;
}

function decideOne(
  withdrawal: Withdrawal,
  appointment: Appointment | undefined,
  invites: readonly InviteId[],
  statusAt: Instant,
): Decided {
  const { row, status, patientName, at, ref = null, patientId, contacts } = withdrawal;
  const person = { patientName: patientName || null, at, ref, patientId, contacts };
  const about = { row, status, appointmentId: appointment?.id ?? null, ...(!appointment && { person }) };
  const outcome = outcomeOf(withdrawal, appointment, invites.length > 0);
  if (outcome !== "withdrawn") return { applied: { ...about, outcome, invites: 0 }, planned: [] };
  const isMarked = appointment !== undefined && !keepsStatus(appointment.status, status);
  return {
    applied: { ...about, outcome, invites: invites.length },
    ...(isMarked && { marked: { ...appointment, status, statusAt } }),
    planned: invites,
  };
}

function outcomeOf(
  { status, at, isOverruled }: Withdrawal,
  appointment: Appointment | undefined,
  hasInvite: boolean,
): WithdrawalOutcome {
  if (isOverruled) return "overruled";
  if (!appointment) return hasInvite ? "withdrawn" : "unknown";
  // A row with the status `rescheduled` may contain the old time of an appointment that has already moved.
  if (status === "rescheduled" && at !== null && at !== appointment.at) return "other_time";
  return keepsStatus(appointment.status, status) && !hasInvite ? "repeated" : "withdrawn";
}

/** Maximum number of withdrawn appointments that a run lists. The counters include all of them. */
const maxNamed = 200;

/** Returns the rows to list. If there are too many, prefers unknown appointments, because only this list names them. */
const listed = (rows: RunWithdrawals["named"]): RunWithdrawals["named"] =>
  rows.length <= maxNamed
    ? rows
    : rows
        .toSorted((one, other) => Number(other.outcome === "unknown") - Number(one.outcome === "unknown"))
        .slice(0, maxNamed)
        .sort((one, other) => one.row - other.row);

export function withApplied(
  before: RunWithdrawals,
  applied: readonly AppliedWithdrawal[],
  restored: number,
): RunWithdrawals {
  const plus = <Word extends string>(counts: Readonly<Partial<Record<Word, number>>>, words: readonly Word[]) => {
    const sum: Partial<Record<Word, number>> = { ...counts };
    for (const word of words) sum[word] = (sum[word] ?? 0) + 1;
    return sum;
  };
  return {
    rows: before.rows + applied.length,
    statuses: plus(
      before.statuses,
      applied.map(({ status }) => status),
    ),
    outcomes: plus(
      before.outcomes,
      applied.map(({ outcome }) => outcome),
    ),
    invites: before.invites + applied.reduce((sum, { invites }) => sum + invites, 0),
    restored: before.restored + restored,
    named: listed([...before.named, ...applied]),
  };
}

/**
 * Row that withdraws an appointment, with details of the stored appointment, or of the row if no appointment is stored.
 * The details are `null` if they are erased or expired.
 */
export type NamedWithdrawal = Omit<AppliedWithdrawal, "person"> & {
  readonly patientName: string | null;
  readonly at: MomentOrDay | null;
  /** Appointment id in the practice's own system. */
  readonly ref: string | null;
  readonly locationId: LocationId | null;
};

/** Counters of the appointments that an import run withdrew, and a list of up to 200 with patient names. */
export type WithdrawalsOfRun = Omit<RunWithdrawals, "named"> & { readonly named: readonly NamedWithdrawal[] };

/** Returns the appointments that an import run withdrew. Erased patients have no name. Throws `import_not_found`. */
export function withdrawalsOfRun({ storage }: Ports) {
  return (account: AccountId, importId: number): Promise<WithdrawalsOfRun> =>
    storage.read(account, async ({ importRuns, appointments }) => {
      const run = await importRuns.byId(account, importId as ImportRunId);
      if (!run) throw notFound("import_not_found", "the account has no import with this id");
      // An undone run withdraws nothing.
      if (run.undo && run.isComplete) return { ...noWithdrawals, named: [] };
      const { named, ...counts } = run.withdrawals;
      const ids = named.flatMap(({ appointmentId }) => appointmentId ?? []);
      const known = new Map((await appointments.byIds(account, ids)).map((one) => [one.id, one]));
      return {
        ...counts,
        named: named.map(({ person, ...one }) => {
          const appointment = one.appointmentId === null ? undefined : known.get(one.appointmentId);
          return { ...one, ...shownDetails(appointment, person) };
        }),
      };
    });
}

function shownDetails(
  appointment: Appointment | undefined,
  { patientName = null, at = null, ref = null }: Partial<WithdrawnPerson> = {},
): Pick<NamedWithdrawal, "patientName" | "at" | "ref" | "locationId"> {
  if (!appointment) return { patientName, at, ref, locationId: null };
  const { source, locationId } = appointment;
  return { patientName: appointment.patientName, at: appointment.at, ref: source?.ref ?? null, locationId };
}

/** Returns a run without the details of the people that `isGone` selects, and the number of their rows. */
export function withoutPeople(stored: StoredRun, isGone: (person: WithdrawnPerson) => boolean) {
  let count = 0;
  const named = stored.withdrawals.named.map((one): AppliedWithdrawal => {
    const { person, ...rest } = one;
    if (!person || !isGone(person)) return one;
    count += 1;
    return rest;
  });
  return { count, stored: { ...stored, withdrawals: { ...stored.withdrawals, named } } };
}
