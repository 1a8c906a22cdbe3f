import { parseEmail } from "../../foundation/kernel/email.js";
import type { AppointmentId, LocationId, ProviderId } from "../../foundation/kernel/ids.js";
import { idOf, label, money, oneOf, optional, ownId } from "../../foundation/kernel/line-fields.js";
import type { Field, Shaped } from "../../foundation/kernel/line-shape.js";
import { date, instant } from "../../foundation/kernel/line-times.js";
import { parsePhone } from "../../foundation/kernel/phone.js";
import { type Appointment, appointmentStatuses, type MomentOrDay } from "./appointment.js";

const momentOrDay: Field<MomentOrDay> = {
  expected: `${instant.expected}, or ${date.expected}`,
  read: (value) => date.read(value) ?? instant.read(value),
};

/** Fields of an `appointment` line in a bundle. */
export const appointmentLine = {
  id: ownId<AppointmentId>(),
  appointment_at: momentOrDay,
  booked_at: optional(momentOrDay),
  patient_id: optional(label),
  patient_name: optional(label),
  phone: optional(label),
  email: optional(label),
  location_id: optional(idOf<LocationId>("location")),
  provider_id: optional(idOf<ProviderId>("provider")),
  revenue: optional(money),
  status: optional(oneOf(appointmentStatuses)),
  status_at: optional(instant),
};

/** Converts a bundle line to an appointment. Drops invalid phone numbers and email addresses. */
export function appointmentFromLine(line: Shaped<typeof appointmentLine>): Appointment {
  const phone = parsePhone(line.phone ?? "");
  return {
    id: line.id,
    at: line.appointment_at,
    bookedAt: line.booked_at,
    patientId: line.patient_id,
    patientName: line.patient_name,
    dateOfBirth: null,
    phones: phone === null ? [] : [phone],
    email: parseEmail(line.email ?? ""),
    locationId: line.location_id,
    providerId: line.provider_id,
    revenue: line.revenue,
    source: null,
    status: line.status,
    statusAt: line.status_at,
  };
}
