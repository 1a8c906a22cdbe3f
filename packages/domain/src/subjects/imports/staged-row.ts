import type { AppointmentId, InviteId, MessageId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";
import type { Appointment } from "../appointments/appointment.js";
import { type Invite, type InviteType, plannedStatus } from "../invites/invite.js";
import type { ImportErrorRow } from "./import-error.js";
import type { RunIds } from "./import-run.js";
import type { Contact } from "./stop.js";
import type { Withdrawal } from "./withdrawal.js";

/** Number of parts that are staged or stored per transaction. */
export const partsAtOnce = 5;

/**
 * Records to store for a chunk of rows. Negative ids count the records that the run creates, so -1 is the first record
 * of its kind.
 */
export type StagedRows = {
  readonly rows: number;
  readonly appointments: readonly Appointment[];
  readonly invites: readonly StagedInvite[];
  readonly errors: readonly ImportErrorRow[];
  /** Corrected invites for the appointments that this chunk of rows updates. */
  readonly corrections: readonly StagedCorrection[];
  readonly withdrawals: readonly Withdrawal[];
  /** Number of rows that restore a withdrawn appointment. */
  readonly restored: number;
};

/** Invite that an import row schedules for its appointment. */
export type StagedInvite = Pick<Invite, "customerName" | "locationId" | "providerId" | "patientId" | "visit"> & {
  readonly id: number;
  readonly type: InviteType;
  readonly contact: Contact;
  /**
   * Planned time of the invite. Absent in rows that an earlier version of Repute staged. Such invites are planned for
   * the time of the upload.
   */
  readonly plannedAt?: Instant;
};

/** Corrected version of a planned invite. An import row has updated the appointment of the invite. */
export type StagedCorrection = StagedInvite & {
  /** Visit keys under which the invite may be stored. Absent in rows that an earlier version of Repute staged. */
  readonly visits?: readonly string[];
};

/** Correction of an invite, in the stored format of invites. */
export type InviteCorrection = { readonly invite: Invite; readonly visits: readonly string[] };

/** Converts a temporary negative id to a permanent id. Other ids stay unchanged. */
const placed = (id: number, first: number): number => (id < 0 ? first - id - 1 : id);

/**
 * Returns an appointment with its final id. Copies each property by name, because spread syntax is several times
 * slower.
 */
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

/** Returns an invite in its stored format. If the planned time is after the upload, the invite is marked as waiting. */
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

/** Returns an error row with final ids, including `existing_id` in its details. */
export function placedError(error: ImportErrorRow, ids: RunIds): ImportErrorRow {
  const { item } = error;
  const existing = item.match_info?.["existing_id"];
  const first = item.error_type === "duplicate_appointment" ? ids.appointments : ids.invites;
  const matchInfo =
    typeof existing === "number" ? { match_info: { ...item.match_info, existing_id: placed(existing, first) } } : {};
  return { ...error, item: { ...item, id: placed(item.id, ids.errors), ...matchInfo } };
}
