import type { Conversion } from "../conversions/conversion.js";
import type { Appointment } from "./appointment.js";
import { patientNameOf } from "./appointment.js";

/** By what a conversion and an appointment can be known as one patient's; a `name` is the last name. */
export const matchKeyKinds = ["phone", "email", "patient", "name"] as const;
export type MatchKeyKind = (typeof matchKeyKinds)[number];

export type MatchKey = { readonly kind: MatchKeyKind; readonly value: string };

/** Every key by which an appointment is found. */
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

const values: Readonly<Record<MatchKeyKind, (conversion: Conversion) => string | null>> = {
  phone: ({ phone }) => phone,
  email: ({ prospectEmail }) => prospectEmail,
  patient: ({ prospectId }) => prospectId,
  name: ({ prospectName }) => prospectName?.last || null,
};

/** A conversion's key of one kind; `undefined` where it has none. */
export function keyOfConversion(conversion: Conversion, kind: MatchKeyKind): MatchKey | undefined {
  const value = values[kind](conversion);
  return value === null ? undefined : { kind, value };
}
