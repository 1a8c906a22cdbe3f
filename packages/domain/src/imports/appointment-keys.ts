import type { AppointmentKey } from "../attribution/appointment-store.js";
import type { Appointment } from "../attribution/appointment.js";
import { patientKeyOf, visitKeyOf } from "./patient-key.js";
import { sourceKey } from "./visit-keys.js";

/** By what imports find an appointment, besides what conversions find it by. */
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

/** The visits under which an appointment's invite may be stored, as `Invite.visit` has them. The one with an id is first. */
export function visitsOfAppointment(appointment: Appointment): readonly string[] {
  const { source } = appointment;
  const visit = visitKeyOf(appointment, appointment);
  return [
    ...(source === null ? [] : [sourceKey(source.connection, source.ref)]),
    ...(visit === undefined ? [] : [visit]),
  ];
}
