import type { MatchKey } from "../conversions/match-key.js";
import { type Appointment, patientNameOf } from "./appointment.js";

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
