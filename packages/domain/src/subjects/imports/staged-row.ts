import type { Appointment } from "../appointments/appointment.js";
import type { Invite, InviteType } from "../invites/invite.js";
import { plannedStatus } from "../invites/invite.js";
import type { AppointmentId, InviteId, MessageId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { Phone } from "../../foundation/kernel/phone.js";
import type { ImportErrorRow } from "./import-error.js";
import type { RunIds } from "./import-run.js";
import type { Contact } from "./stop.js";
import type { Withdrawal } from "./withdrawal.js";

/** Number of parts staged or stored per transaction. */
export const partsAtOnce = 5;

/**
 * Records to store for a chunk of rows. Negative ids are positions in the run, where -1 is the first record of its
 * kind.
 */
export type StagedRows = {
  readonly rows: number;
  readonly appointments: readonly Appointment[];
  readonly invites: readonly StagedInvite[];
  readonly errors: readonly ImportErrorRow[];
  /** Planned invites of updated appointments, with the values after the update. */
  readonly corrections: readonly StagedCorrection[];
  readonly withdrawals: readonly Withdrawal[];
  /** Number of rows that restore a withdrawn appointment. */
  readonly restored: number;
};

/** The invite for an appointment. */
export type StagedInvite = Pick<Invite, "customerName" | "locationId" | "providerId" | "patientId" | "visit"> & {
  readonly id: number;
  readonly type: InviteType;
  readonly contact: Contact;
  /** Absent in rows that an earlier version staged. Their invites are planned for the time of the upload. */
  readonly plannedAt?: Instant;
};

/** The corrected invite of an updated appointment. */
export type StagedCorrection = StagedInvite & {
  /** Visit keys under which the stored invite may be found. Absent in rows that an earlier version staged. */
  readonly visits?: readonly string[];
};

/** A correction with the invite in its stored format. */
export type InviteCorrection = { readonly invite: Invite; readonly visits: readonly string[] };

/** Converts a position in the run to an id. Other ids stay unchanged. */
const placed = (id: number, first: number): number => (id < 0 ? first - id - 1 : id);

/** Returns an appointment with its final id. Lists every property, because a spread is several times slower. */
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

/** Returns an invite in its stored format. The invite waits if its planned time is after the upload. */
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
