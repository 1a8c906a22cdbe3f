import type { AppointmentFacts } from "../conversions/conversion.js";
import type { CalendarDate } from "../kernel/calendar-date.js";
import type { Cents } from "../kernel/cents.js";
import type { EmailAddress } from "../kernel/email.js";
import type { AppointmentId, LocationId, ProviderId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { PersonName } from "../kernel/person-name.js";
import { personName } from "../kernel/person-name.js";
import type { Phone } from "../kernel/phone.js";

/** A moment, or a bare day where the time is not known. */
export type MomentOrDay = Instant | CalendarDate;

/** A patient's appointment as the practice keeps it; `null` is unknown. */
export type Appointment = {
  readonly id: AppointmentId;
  readonly at: MomentOrDay;
  /** When it was made. */
  readonly bookedAt: MomentOrDay | null;
  readonly patientId: string | null;
  readonly patientName: string | null;
  readonly dateOfBirth: CalendarDate | null;
  /** Every usable number of the patient, without repeats. */
  readonly phones: readonly Phone[];
  readonly email: EmailAddress | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  /** What it brought; where it is not known it is estimated. */
  readonly revenue: Cents | null;
  /** What an import calls it, and which one. */
  readonly source: AppointmentSource | null;
  /** Why the appointment does not take place; `null` while it does, as far as is known. */
  readonly status: AppointmentStatus | null;
  /** Upload time of the file that reported the status. */
  readonly statusAt: Instant | null;
};

/** Reasons why an appointment does not take place. */
export const appointmentStatuses = ["cancelled", "no_show", "rescheduled", "deleted"] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/** A connection, and the id that its practice's system gave to an appointment. */
type AppointmentSource = { readonly connection: string; readonly ref: string };

/** The patient's name as names are compared; it is read once a record, by several one after another. */
export function patientNameOf(appointment: Appointment): PersonName {
  if (last?.appointment !== appointment) last = { appointment, name: personName(appointment.patientName ?? "") };
  return last.name;
}

let last: { readonly appointment: Appointment; readonly name: PersonName } | undefined;

/** What the conversions that led to an appointment say of it. */
export const factsOf = ({ id, at, locationId, providerId, patientId, patientName }: Appointment): AppointmentFacts => ({
  appointmentId: id,
  appointmentAt: at,
  locationId,
  providerId,
  patientId,
  patientName,
});
