import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { Cents } from "../../foundation/kernel/cents.js";
import type { EmailAddress } from "../../foundation/kernel/email.js";
import type { AppointmentId, LocationId, ProviderId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import { type PersonName, personName } from "../../foundation/kernel/person-name.js";
import type { Phone } from "../../foundation/kernel/phone.js";
import { factsFrom } from "../../foundation/records/of-person.js";
import type { AppointmentFacts } from "../conversions/conversion.js";

/** Instant, or only a date if the time of day is unknown. */
export type MomentOrDay = Instant | CalendarDate;

/** Appointment as recorded in the practice's own system. `null` means that the value is unknown. */
export type Appointment = {
  readonly id: AppointmentId;
  readonly at: MomentOrDay;
  readonly bookedAt: MomentOrDay | null;
  readonly patientId: string | null;
  readonly patientName: string | null;
  readonly dateOfBirth: CalendarDate | null;
  /** Valid phone numbers of the patient, without duplicates. */
  readonly phones: readonly Phone[];
  readonly email: EmailAddress | null;
  readonly locationId: LocationId | null;
  readonly providerId: ProviderId | null;
  /** Revenue reported by the practice. If `null`, the revenue is estimated. */
  readonly revenue: Cents | null;
  /**
   * Origin of an imported appointment: the connection and the id in the connected system. `null` if it was not
   * imported.
   */
  readonly source: AppointmentSource | null;
  /** Reason why the appointment does not take place, or `null` if it takes place. */
  readonly status: AppointmentStatus | null;
  /** Upload time of the file that reported the status. */
  readonly statusAt: Instant | null;
};

export const appointmentStatuses = ["cancelled", "no_show", "rescheduled", "deleted"] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

type AppointmentSource = { readonly connection: string; readonly ref: string };

/**
 * Returns the patient's name, normalized for comparison. Caches the name of the last appointment, because callers ask
 * for the same name repeatedly.
 */
export function patientNameOf(appointment: Appointment): PersonName {
  if (last?.appointment !== appointment) last = { appointment, name: personName(appointment.patientName ?? "") };
  return last.name;
}

let last: { readonly appointment: Appointment; readonly name: PersonName } | undefined;

/** Returns the values that a linked conversion copies from its appointment. */
export const factsOf = ({ id, at, locationId, providerId, patientId, patientName }: Appointment): AppointmentFacts => ({
  appointmentId: id,
  appointmentAt: at,
  locationId,
  providerId,
  patientId,
  patientName,
});

/** Returns the data that identifies the patient. */
export const patientFacts = ({ patientId, phones, email }: Appointment) => factsFrom(patientId, [...phones, email]);
