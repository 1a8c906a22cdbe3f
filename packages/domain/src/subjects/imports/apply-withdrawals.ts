import type { AppointmentId, InviteId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import type { AppointmentKey } from "../appointments/appointment-store.js";
import type { Appointment } from "../appointments/appointment.js";
import { storeAppointments } from "../appointments/record-appointments.js";
import { type Invite, isDue, isPlanned } from "../invites/invite.js";
import { visitsOfAppointment } from "./appointment-keys.js";
import type { ImportRun } from "./import-run.js";
import { invitesOfVisit } from "./known-records.js";
import { recordInvites, removeInvites } from "./record-invites.js";
import type { InviteCorrection } from "./staged-row.js";
import type { RunStores } from "./store-ports.js";
import type { AppliedWithdrawal, Withdrawal, WithdrawalOutcome } from "./withdrawal.js";

/** Results of rows that cancel or delete appointments, and the ids of the planned invites that were deleted. */
export type Applied = { readonly applied: readonly AppliedWithdrawal[]; readonly invites: readonly InviteId[] };

/**
 * Sets the status of appointments that do not take place, and deletes their planned invites.
 * A test run changes nothing.
 * Conversions stay linked, because they led to a booking even if the appointment was canceled later.
 */
export async function applyWithdrawals(
  withdrawals: readonly Withdrawal[],
  { isTest, uploadedAt }: Pick<ImportRun, "isTest" | "uploadedAt">,
  work: UnitOfWork<RunStores>,
): Promise<Applied> {
  const decided = await decide(withdrawals, uploadedAt, work);
  const invites = [...new Set(decided.flatMap(({ planned }) => planned))];
  if (!isTest) {
    const marked = decided.flatMap(({ marked: one }) => one ?? []);
    // If several rows withdraw the same appointment, the last row determines the status.
    await storeAppointments([...new Map(marked.map((one) => [one.id, one])).values()], work);
    await removeInvites(invites, work);
  }
  return { applied: decided.map(({ applied }) => applied), invites: isTest ? [] : invites };
}

type Decided = {
  readonly applied: AppliedWithdrawal;
  readonly marked?: Appointment;
  readonly planned: readonly InviteId[];
};

async function decide(
  withdrawals: readonly Withdrawal[],
  uploadedAt: Instant,
  { stores, account }: UnitOfWork<RunStores>,
): Promise<readonly Decided[]> {
  const keys = withdrawals.flatMap(({ appointments }) => appointments);
  const ids = await stores.appointments.withKeys(account, keys);
  const appointments = await stores.appointments.byIds(account, [...new Set(ids.filter((id) => id !== undefined))]);
  const known = new Map(appointments.map((one) => [one.id, one]));
  let next = 0;
  const concerned = withdrawals.map((withdrawal) => {
    const found = withdrawal.appointments.map((key) => ({ key, appointment: known.get(ids[next++] as AppointmentId) }));
    const appointment = found.find((one) => isWithdrawnBy(withdrawal, one))?.appointment;
    // Use the visit keys of both the row and the appointment, because their appointment ids may differ or be missing.
    const stored = appointment ? visitsOfAppointment(appointment) : [];
    return { withdrawal, appointment, visits: [...new Set([...withdrawal.visits, ...stored])] };
  });
  const found = await invitesOfVisits(
    concerned.flatMap(({ visits }) => visits),
    { stores, account },
  );
  return concerned.map(({ withdrawal, appointment, visits }) => {
    const planned = visits.flatMap((visit) => found.get(visit) ?? []).filter(isPlanned);
    return decideOne(
      withdrawal,
      appointment,
      planned.map(({ id }) => id),
      uploadedAt,
    );
  });
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
  const { row, status } = withdrawal;
  const about = { row, status, appointmentId: appointment?.id ?? null };
  const outcome = outcomeOf(withdrawal, appointment, invites.length > 0);
  if (outcome !== "withdrawn") return { applied: { ...about, outcome, invites: 0 }, planned: [] };
  const isMarked = appointment !== undefined && appointment.status !== status;
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
  return appointment.status === status && !hasInvite ? "repeated" : "withdrawn";
}

/**
 * Updates the invites of appointments that an import changed. Returns the changed planned invites.
 *
 * For a planned invite, updates the recipient, location and provider, and the planned time unless the invite is already
 * due. For a sent invite, updates only the visit key.
 */
export async function correctInvites(
  corrections: readonly InviteCorrection[],
  work: UnitOfWork<RunStores>,
): Promise<readonly Invite[]> {
  const found = await invitesOfVisits(
    corrections.flatMap(({ visits }) => visits),
    work,
  );
  const corrected = corrections.flatMap(({ invite, visits }) => {
    const all = visits.flatMap((visit) => found.get(visit) ?? []);
    const before = all.find(isPlanned) ?? all[0];
    if (!before) return [];
    const { visit } = invite;
    if (!isPlanned(before)) return { ...before, visit };
    return { ...before, ...changesOf(invite), ...timeOf(isDue(before, work.now) ? before : invite), visit };
  });
  return (await recordInvites(corrected, work)).filter(isPlanned);
}

const changesOf = ({ type, sentTo, phone, customerName, locationId, providerId, patientId }: Invite) => ({
  ...{ type, sentTo, phone, customerName, locationId, providerId, patientId },
});

const timeOf = ({ sentAt, isWaiting }: Invite) => ({ sentAt, isWaiting });

/** Returns the latest invite of each visit. Visits without an invite are absent. */
async function invitesOfVisits(
  visits: readonly string[],
  { stores, account }: Pick<UnitOfWork<RunStores>, "stores" | "account">,
): Promise<ReadonlyMap<string, Invite>> {
  if (visits.length === 0) return new Map();
  const found = await stores.invites.latest(account, visits.map(invitesOfVisit));
  const ids = [...new Set(found.flatMap((invite) => invite?.id ?? []))];
  const known = new Map((await stores.invites.byIds(account, ids)).map((one) => [one.id, one]));
  return new Map(
    visits.flatMap((visit, index) => {
      const id = found[index]?.id;
      const invite = id === undefined ? undefined : known.get(id);
      return invite ? [[visit, invite] as const] : [];
    }),
  );
}
