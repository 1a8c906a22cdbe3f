import { type KeyedStore, plainEntry } from "../../foundation/feed/publication.js";
import { type EmailAddress, type PersonName, personName, type Phone } from "../../foundation/kernel/contact-details.js";
import type { AccountId, AppointmentId, LocationId, ProviderId } from "../../foundation/kernel/ids.js";
import { type Cents, decimalText } from "../../foundation/kernel/numbers.js";
import {
  type CalendarDate,
  type Instant,
  isoInstant,
  type LocalCalendar,
  localDateOf,
} from "../../foundation/kernel/times.js";
import type { Window } from "../../foundation/kernel/window.js";
import { factsFrom } from "../../foundation/records/personal-data.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { type AppointmentFacts, conversionId, type MatchKey } from "../conversions/conversion.js";

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
  /**
   * Reason why the appointment does not take place, or `null` if it takes place. With `not_settled` and
   * `unknown`, it may still take place.
   */
  readonly status: AppointmentStatus | null;
  /** Upload time of the file that reported the status. */
  readonly statusAt: Instant | null;
};

/** Instant, or only a date if the time of day is unknown. */
export type MomentOrDay = Instant | CalendarDate;

export const appointmentStatuses = [
  ...(["cancelled", "no_show", "rescheduled", "deleted", "left", "deceased"] as const),
  ...(["not_settled", "unknown"] as const),
] as const;

export type AppointmentStatus = (typeof appointmentStatuses)[number];

type AppointmentSource = { readonly connection: string; readonly ref: string };

export interface AppointmentStore extends KeyedStore<Appointment> {
  /**
   * Returns up to two matches per search, in the order of the searches.
   * The matches are the earliest appointment with a time of day and the earliest with only a date.
   * The caller chooses one of the two, because the choice depends on the account's time zone.
   * If several appointments are equally early, the appointment with the lowest id matches.
   */
  withKeys(account: AccountId, keys: readonly AppointmentKey[]): Promise<readonly (AppointmentId | undefined)[]>;
  /**
   * Returns the ids of up to 20 appointments with each phone number or email address, in the order of the contacts.
   * Prefers appointments with only a date, then the latest ones, then high ids.
   */
  withContacts(account: AccountId, contacts: readonly string[]): Promise<readonly (readonly AppointmentId[])[]>;
  /**
   * Returns up to two matches per search, in the order of the searches: the earliest appointment with a time of day,
   * and the earliest with only a date. Ties go to the lowest id. The caller needs a calendar to decide between the two.
   */
  first(account: AccountId, searches: readonly AppointmentSearch[]): Promise<readonly (readonly Appointment[])[]>;
}

/**
 * Key for looking up an appointment. Identifies the patient, the visit, or the appointment in a connected system.
 * `deceased` identifies a patient who died; an empty value matches any such patient. `partial` matches any appointment
 * that lacks the patient id or the id in the connected system; its value is empty.
 */
export type AppointmentKey = {
  readonly kind: "phone" | "email" | "patient" | "person" | "visit" | "source" | "deceased" | "partial";
  readonly value: string;
};

/** Query by one match key that finds appointments that may result from a conversion. */
export type AppointmentSearch = {
  readonly key: MatchKey;
  /** Patient's name to search for. An empty first name matches every first name. `null` matches every name. */
  readonly name: PersonName | null;
  readonly starts: Times;
  /**
   * Range of booking times. If the booking time is unknown, the appointment must start before the end of this range.
   */
  readonly bookings: Times;
};

/** Half-open time range, expressed both in instants and in dates. */
export type Times = {
  readonly moments: Required<Window>;
  readonly days: { readonly from: CalendarDate; readonly to: CalendarDate };
};

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

/**
 * Returns the keys for matching an appointment to conversions: phone numbers, email address, patient id and last name.
 */
export function keysOfAppointment(appointment: Appointment): readonly MatchKey[] {
  const { phones, email, patientId } = appointment;
  const last = patientNameOf(appointment).last;
  return [
    ...phones.map((value) => ({ kind: "phone" as const, value })),
    ...(email === null ? [] : [{ kind: "email" as const, value: email }]),
    ...(patientId === null ? [] : [{ kind: "patient" as const, value: patientId }]),
    ...(last === "" ? [] : [{ kind: "name" as const, value: last }]),
  ];
}

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
  { stores, account, now, matching: { calendar } }: UnitOfWork,
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
export async function publishLinked(ids: readonly AppointmentId[], work: UnitOfWork): Promise<void> {
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
