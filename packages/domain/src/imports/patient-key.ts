import type { Appointment } from "../attribution/appointment.js";
import { personName } from "../kernel/person-name.js";

/** By what a patient is known, the better ones first; a `person` is a name with a date of birth. */
export type PatientKey = { readonly kind: "patient" | "phone" | "email" | "person"; readonly value: string };

/** What is known of an appointment's patient. */
export type KnownPatient = Pick<Appointment, "patientId" | "phones" | "email" | "patientName" | "dateOfBirth">;

/** By what the patient of an appointment is known from other patients; `undefined` when nothing is said of them. */
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

/** What makes two appointments one where the practice's system gives them no id; `undefined` for unknown patients. */
export function visitKeyOf(
  patient: KnownPatient,
  { at, locationId, providerId }: Pick<Appointment, "at" | "locationId" | "providerId">,
): string | undefined {
  const key = patientKeyOf(patient);
  return key && `${key.kind} ${key.value} ${at} ${locationId ?? ""} ${providerId ?? ""}`;
}
