import type { AppointmentKey } from "../appointments/appointment-store.js";
import type { Appointment } from "../appointments/appointment.js";
import { patientKeyOf, visitKeyOf } from "./patient-key.js";
import { sourceKey } from "./visit-keys.js";

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
