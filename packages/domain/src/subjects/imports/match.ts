import { personName } from "../../foundation/kernel/contact-details.js";
import type { Appointment, AppointmentKey } from "../appointments/appointment.js";
import type { InviteType } from "../invites/invite.js";
import type { Visit } from "./rows.js";
import type { Contact } from "./stops.js";

/** Keys that match a row with other rows and with stored records. */
export type VisitKeys = {
  readonly patient: PatientKey | undefined;
  /** Visit key that does not contain the appointment id. `undefined` if the patient or the time is unknown. */
  readonly visit: string | undefined;
  /** Channel and recipient of the invite for this row. */
  readonly contact: { readonly type: InviteType; readonly value: Contact } | undefined;
  /** Key under which the invite for this appointment is stored. */
  readonly invited: string | undefined;
};

export function keysOfVisit(visit: Visit, connection: string): VisitKeys {
  const patient = patientOf(visit);
  const { at, location, provider, ref } = visit;
  const places = { locationId: location.place?.id ?? null, providerId: provider.place?.id ?? null };
  const key = at === null ? undefined : visitKeyOf(patient, { at, ...places });
  return {
    patient: patientKeyOf(patient),
    visit: key,
    contact: contactOf(visit),
    invited: ref === null ? key : sourceKey(connection, ref),
  };
}

/** Returns the values that can identify the patient of a row. */
export const patientOf = ({ patientId, phones, email, patientName, dateOfBirth }: Visit): KnownPatient => ({
  patientId,
  phones,
  email,
  patientName,
  dateOfBirth,
});

/**
 * Chooses the recipient of an invite. Prefers a text message to the mobile number, then an email, then a text message
 * to another number.
 */
function contactOf({ mobile, email, phones: [phone] }: Visit): VisitKeys["contact"] {
  if (mobile !== null) return { type: "sms", value: mobile };
  if (email !== null) return { type: "email", value: email };
  return phone === undefined ? undefined : { type: "sms", value: phone };
}

/**
 * Returns the keys by which imports find an appointment, in addition to the keys for linking conversions.
 * `keysOfAppointment` returns the keys for linking conversions.
 */
export function importKeysOf(appointment: Appointment): readonly AppointmentKey[] {
  const { source } = appointment;
  const patient = patientKeyOf(appointment);
  const visit = visitKeyOf(appointment, appointment);
  return [
    ...(patient?.kind === "person" ? [patient] : []),
    ...(visit === undefined ? [] : [{ kind: "visit" as const, value: visit }]),
    ...(source === null ? [] : [{ kind: "source" as const, value: sourceKey(source.connection, source.ref) }]),
  ];
}

/**
 * Returns all visit keys under which the invite for an appointment may be stored (`Invite.visit`). The key with the
 * appointment id comes first.
 */
export function visitsOfAppointment(appointment: Appointment): readonly string[] {
  const { source } = appointment;
  const visit = visitKeyOf(appointment, appointment);
  return [
    ...(source === null ? [] : [sourceKey(source.connection, source.ref)]),
    ...(visit === undefined ? [] : [visit]),
  ];
}

/** Combines a connection and an appointment id into one key. */
export const sourceKey = (connection: string, ref: string): string => `${connection}\n${ref}`;

/**
 * Key that identifies a patient. The kinds are listed from most to least reliable. `person` combines a name and a date
 * of birth.
 */
type PatientKey = { readonly kind: "patient" | "phone" | "email" | "person"; readonly value: string };

/** Values of an appointment that can identify its patient. */
type KnownPatient = Pick<Appointment, "patientId" | "phones" | "email" | "patientName" | "dateOfBirth">;

/** Returns the most reliable key of a patient, or `undefined` if the patient cannot be identified. */
function patientKeyOf(patient: KnownPatient): PatientKey | undefined {
  const { patientId, phones, email } = patient;
  if (patientId !== null) return { kind: "patient", value: patientId };
  if (phones[0] !== undefined) return { kind: "phone", value: phones[0] };
  return email === null ? personKeyOf(patient) : { kind: "email", value: email };
}

function personKeyOf({ patientName, dateOfBirth }: KnownPatient): PatientKey | undefined {
  const { first, last } = personName(patientName ?? "");
  return last === "" ? undefined : { kind: "person", value: `${last}, ${first}, ${dateOfBirth ?? ""}` };
}

/**
 * Returns a key for an appointment without an id: a combination of patient, time, location and provider. Returns
 * `undefined` if the patient cannot be identified.
 */
function visitKeyOf(
  patient: KnownPatient,
  { at, locationId, providerId }: Pick<Appointment, "at" | "locationId" | "providerId">,
): string | undefined {
  const key = patientKeyOf(patient);
  return key && `${key.kind} ${key.value} ${at} ${locationId ?? ""} ${providerId ?? ""}`;
}
