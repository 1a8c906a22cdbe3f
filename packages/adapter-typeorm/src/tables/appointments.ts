import { hash } from "node:crypto";
import { type Appointment, type AppointmentKey, importKeysOf, keysOfAppointment, patientNameOf } from "@repute/domain";
import { bucketOf, comparable, integer, json, key, momentOrDay, nullable, text } from "./columns.js";
import { recordTable } from "./table.js";

export const appointmentTable = recordTable<Appointment>("appointments", {
  id: key(integer("id")),
  at: momentOrDay("appointment_at", "appointment_date"),
  bookedAt: nullable(momentOrDay("booked_at", "booked_date")),
  patientId: nullable(text("patient_id")),
  patientName: nullable(text("patient_name")),
  dateOfBirth: nullable(text("date_of_birth")),
  phones: json("phones"),
  email: nullable(text("email")),
  locationId: nullable(integer("location_id")),
  providerId: nullable(integer("provider_id")),
  revenue: nullable(integer("revenue")),
  source: nullable(json("source")),
  status: nullable(text("status")),
  statusAt: nullable(integer("status_at")),
});

/** Key for matching conversions to an appointment, with all values that the match compares. */
type KeyedAppointment = {
  readonly kind: string;
  readonly value: string;
  readonly lastName: string;
  readonly form: number;
  readonly at: number;
  readonly id: number;
  readonly firstName: string;
  readonly bookedForm: number | null;
  readonly bookedAt: number | null;
  readonly bookedDay: number;
};

export const appointmentKeyTable = recordTable<KeyedAppointment>("appointment_keys", {
  kind: key(text("kind")),
  value: key(text("value")),
  lastName: key(text("last_name")),
  form: key(integer("form")),
  at: key(integer("at")),
  id: key(integer("id")),
  firstName: text("first_name"),
  bookedForm: nullable(integer("booked_form")),
  bookedAt: nullable(integer("booked_at")),
  bookedDay: integer("booked_day"),
});

/** Value of `bookedDay` for appointments with an unknown booking date. */
export const notBooked = 0;

/** Returns the keys that an appointment shares with its conversions. */
export function keysOf(appointment: Appointment): KeyedAppointment[] {
  const { id, at, bookedAt } = appointment;
  const { first, last } = patientNameOf(appointment);
  const time = comparable(at);
  const booked = bookedAt === null ? undefined : comparable(bookedAt);
  return keysOfAppointment(appointment).map(({ kind, value }) => ({
    kind,
    value,
    lastName: last,
    form: time.form,
    at: time.at,
    id,
    firstName: first,
    bookedForm: booked?.form ?? null,
    bookedAt: booked?.at ?? null,
    bookedDay: booked ? bucketOf(booked.at) : notBooked,
  }));
}

/**
 * Hash of a key for matching import rows to an appointment. The key itself is long, so it is stored only in the record.
 */
type AppointmentDigest = { readonly digest: number; readonly id: number };

export const appointmentDigestTable = recordTable<AppointmentDigest>("appointment_digests", {
  digest: key(integer("digest")),
  id: key(integer("id")),
});

/** Returns the hash of an import key. Hashes may collide, so callers must also compare the keys. */
export const digestOf = ({ kind, value }: AppointmentKey): number =>
  Number.parseInt(hash("sha256", `${kind} ${value}`, "hex").slice(0, 12), 16);

/** Returns the hashes of an appointment's import keys, without duplicates. */
export const digestsOf = (appointment: Appointment): AppointmentDigest[] =>
  [...new Set(importKeysOf(appointment).map(digestOf))].map((digest) => ({ digest, id: appointment.id }));
