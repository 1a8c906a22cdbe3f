import type { Appointment } from "@repute/domain";
import { keysOfAppointment, patientNameOf } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { AccountRow } from "./columns.js";
import { accountId, integer, key, nullable, text } from "./columns.js";
import { bucketOf, comparable } from "./moment-or-day.js";

/** One of the keys by which an appointment is found, with all that decides whether it is. */
export type AppointmentKeyRow = AccountRow & {
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

export const appointmentKeySchema = new EntitySchema<AppointmentKeyRow>({
  name: "appointment_key",
  tableName: "appointment_keys",
  columns: {
    accountId,
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
  },
});

/** The day of a booking that is not known. */
export const notBooked = 0;

/** The rows by which an appointment is found. */
export function keyRowsOf(account: number, appointment: Appointment): AppointmentKeyRow[] {
  const { id, at, bookedAt } = appointment;
  const { first, last } = patientNameOf(appointment);
  const booked = bookedAt === null ? undefined : comparable(bookedAt);
  return keysOfAppointment(appointment).map(({ kind, value }) => ({
    accountId: account,
    kind,
    value,
    lastName: last,
    ...comparable(at),
    id,
    firstName: first,
    bookedForm: booked?.form ?? null,
    bookedAt: booked?.at ?? null,
    bookedDay: booked ? bucketOf(booked.at) : notBooked,
  }));
}
