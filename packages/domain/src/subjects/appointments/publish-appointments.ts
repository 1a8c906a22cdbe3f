import { plainEntry } from "../../foundation/feed/plain-entry.js";
import { decimalText } from "../../foundation/kernel/cents.js";
import type { AppointmentId } from "../../foundation/kernel/ids.js";
import { isoInstant } from "../../foundation/kernel/instant.js";
import { type LocalCalendar, localDateOf } from "../../foundation/kernel/local-calendar.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { conversionId } from "../conversions/conversion.js";
import type { LinkingStores } from "./appointment-store.js";
import type { Appointment } from "./appointment.js";

/** Item of the list of appointments, which is available only under `/changes`. A member is `null` if unknown. */
export type AppointmentItem = {
  /** Day of the appointment in the account's time zone, as `YYYY-MM-DD`. */
  readonly _appt_local_date: string;
  /** Equal for all appointments that campaign summaries count as appointments of one patient. */
  readonly _patient_key: string;
  readonly appointment_id: number;
  /** Time of the appointment as an ISO 8601 timestamp in UTC, or its date if the time of day is unknown. */
  readonly appt_date: string;
  readonly location_id: number | null;
  readonly provider_id: number | null;
  readonly patient_id: string | null;
  /** Revenue as a decimal number in the account's currency, such as `80.50`. */
  readonly revenue: string | null;
  /** Id of the conversion that gets the credit for the appointment. `null` if there is none. */
  readonly conversion_id: string | null;
};

/**
 * Publishes stored appointments with the ids of their closing conversions.
 * Does not look up closing conversions for new appointments, because these appointments have none yet.
 */
export async function publishAppointments(
  appointments: readonly Appointment[],
  { stores, account, now, matching: { calendar } }: UnitOfWork<LinkingStores>,
  isNew: (id: AppointmentId) => boolean = () => false,
): Promise<void> {
  if (appointments.length === 0) return;
  const ids = appointments.map(({ id }) => id).filter((id) => !isNew(id));
  const closing = ids.length === 0 ? [] : await stores.conversions.closing(account, ids);
  const closers = new Map(closing.map((one) => [one.appointmentId, conversionId(one)]));
  const entries = appointments.map((one) =>
    plainEntry({ id: one.id, item: itemOf(one, closers.get(one.id)), keys: keysOf(one, calendar) }, now),
  );
  await stores.feed.publish(account, "appointments", entries);
}

/** Publishes appointments again after conversions were linked to them. */
export async function publishLinked(ids: readonly AppointmentId[], work: UnitOfWork<LinkingStores>): Promise<void> {
  const { stores, account } = work;
  await publishAppointments(await stores.appointments.byIds(account, [...new Set(ids)]), work);
}

const keysOf = (appointment: Appointment, calendar: LocalCalendar): string =>
  `"_appt_local_date":"${localDateOf(appointment.at, calendar)}","_patient_key":${JSON.stringify(patientKey(appointment))}`;

/**
 * Returns the key by which campaign summaries recognize the appointments of one patient.
 * Uses the patient id, otherwise the phone numbers, the name or the appointment id.
 */
function patientKey({ id, patientId, phones, patientName }: Appointment): string {
  if (patientId !== null) return `id ${patientId}`;
  if (phones.length > 0) return `phone ${JSON.stringify(phones)}`;
  return patientName === null ? `appointment ${id}` : `name ${patientName}`;
}

/** Renders an appointment without the members that the entry has as join keys. */
const itemOf = (
  { id, at, locationId, providerId, patientId, revenue }: Appointment,
  closer: string | undefined,
): Omit<AppointmentItem, `_${string}`> => ({
  appointment_id: id,
  appt_date: typeof at === "number" ? isoInstant(at) : at,
  location_id: locationId,
  provider_id: providerId,
  patient_id: patientId,
  revenue: revenue === null ? null : decimalText(revenue),
  conversion_id: closer ?? null,
});
