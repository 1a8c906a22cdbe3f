import type { Appointment } from "../attribution/appointment.js";
import type { Invite, InviteType } from "../invites/invite.js";
import { plannedStatus } from "../invites/invite.js";
import type { AppointmentId, InviteId, MessageId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { Phone } from "../kernel/phone.js";
import type { ImportErrorRow } from "./import-error.js";
import type { RunIds } from "./import-run.js";
import type { Contact } from "./stop.js";
import type { Withdrawal } from "./withdrawal.js";

/** How many parts are put aside, and later stored, in one unit of work. */
export const partsAtOnce = 5;

/** What is to be stored of some rows of a run. Ids below zero are places in the run: -1 is the first of its own. */
export type StagedRows = {
  readonly rows: number;
  readonly appointments: readonly Appointment[];
  readonly invites: readonly StagedInvite[];
  readonly errors: readonly ImportErrorRow[];
  /** Planned invites of updated appointments, as the update would plan them. */
  readonly corrections: readonly StagedCorrection[];
  readonly withdrawals: readonly Withdrawal[];
  /** Number of rows that restore an appointment with a status. */
  readonly restored: number;
};

/** The invite that follows an appointment. */
export type StagedInvite = Pick<Invite, "customerName" | "locationId" | "providerId" | "patientId" | "visit"> & {
  readonly id: number;
  readonly type: InviteType;
  readonly contact: Contact;
  /** Absent in rows that an earlier version staged: these are planned for the upload. */
  readonly plannedAt?: Instant;
};

/** The invite that an updated appointment would have. */
export type StagedCorrection = StagedInvite & {
  /** Visits under which the stored invite may be found. Absent in rows that an earlier version staged. */
  readonly visits?: readonly string[];
};

/** The same with the invite as it would be stored. */
export type InviteCorrection = { readonly invite: Invite; readonly visits: readonly string[] };

/** The id that a place in a run stands for; any other id is itself. */
const placed = (id: number, first: number): number => (id < 0 ? first - id - 1 : id);

/** Each member by name, in the order of all appointments: a copy with another id takes several times as long. */
export const placedAppointment = (appointment: Appointment, { appointments }: RunIds): Appointment => ({
  id: placed(appointment.id, appointments) as AppointmentId,
  at: appointment.at,
  bookedAt: appointment.bookedAt,
  patientId: appointment.patientId,
  patientName: appointment.patientName,
  dateOfBirth: appointment.dateOfBirth,
  phones: appointment.phones,
  email: appointment.email,
  locationId: appointment.locationId,
  providerId: appointment.providerId,
  revenue: appointment.revenue,
  source: appointment.source,
  status: appointment.status,
  statusAt: appointment.statusAt,
});

/** The invite as it is kept until it is sent. It waits where its planned time comes after the upload. */
export const scheduledInvite = (
  { id, type, contact, customerName, locationId, providerId, patientId, visit, plannedAt }: StagedInvite,
  { invites }: RunIds,
  { uploadedAt, messageId }: { readonly uploadedAt: Instant; readonly messageId: MessageId | null },
): Invite => {
  const sentAt = plannedAt ?? uploadedAt;
  return {
    id: placed(id, invites) as InviteId,
    type,
    sentTo: contact,
    phone: type === "sms" ? (contact as Phone) : null,
    sentAt,
    isWaiting: sentAt > uploadedAt,
    sentBy: "",
    customerName,
    locationId,
    providerId,
    messageId,
    platformId: null,
    openedAt: null,
    clicks: [],
    proceededToReview: false,
    reviewRating: null,
    status: plannedStatus,
    extras: {},
    patientId,
    visit,
  };
};

/** An error row with its id, and with that of what it mentions. */
export function placedError(error: ImportErrorRow, ids: RunIds): ImportErrorRow {
  const { item } = error;
  const existing = item.match_info?.["existing_id"];
  const first = item.error_type === "duplicate_appointment" ? ids.appointments : ids.invites;
  const matchInfo =
    typeof existing === "number" ? { match_info: { ...item.match_info, existing_id: placed(existing, first) } } : {};
  return { ...error, item: { ...item, id: placed(item.id, ids.errors), ...matchInfo } };
}
