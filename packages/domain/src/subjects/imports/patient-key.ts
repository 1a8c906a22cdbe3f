import { personName } from "../../foundation/kernel/person-name.js";
import type { Appointment } from "../appointments/appointment.js";

/**
 * Key that identifies a patient. The kinds are listed from most to least reliable. `person` combines a name and a date
 * of birth.
 */
export type PatientKey = { readonly kind: "patient" | "phone" | "email" | "person"; readonly value: string };

/** Values of an appointment that can identify its patient. */
export type KnownPatient = Pick<Appointment, "patientId" | "phones" | "email" | "patientName" | "dateOfBirth">;

/** Returns the most reliable key of a patient, or `undefined` if the patient cannot be identified. */
export function patientKeyOf(patient: KnownPatient): PatientKey | undefined {
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
export function visitKeyOf(
  patient: KnownPatient,
  { at, locationId, providerId }: Pick<Appointment, "at" | "locationId" | "providerId">,
): string | undefined {
  const key = patientKeyOf(patient);
  return key && `${key.kind} ${key.value} ${at} ${locationId ?? ""} ${providerId ?? ""}`;
}
