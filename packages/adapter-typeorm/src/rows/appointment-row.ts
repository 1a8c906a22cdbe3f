import type { AccountId, Appointment, CalendarDate, Instant } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, integer, key, nullable, text } from "./columns.js";
import { timeColumns } from "./moment-or-day.js";
import { recordTable } from "./record-table.js";

/** Times stand in one of two columns each: a moment, or a bare day. */
type Row = RowOf<
  Appointment,
  {
    readonly at: Instant | null;
    readonly date: CalendarDate | null;
    readonly bookedAt: Instant | null;
    readonly bookedDate: CalendarDate | null;
    readonly phones: string;
  }
>;

const schema = new EntitySchema<Row>({
  name: "appointment",
  tableName: "appointments",
  columns: {
    accountId,
    id: key(integer("id")),
    at: nullable(integer("appointment_at")),
    date: nullable(text("appointment_date")),
    bookedAt: nullable(integer("booked_at")),
    bookedDate: nullable(text("booked_date")),
    patientId: nullable(text("patient_id")),
    patientName: nullable(text("patient_name")),
    phones: text("phones"),
    email: nullable(text("email")),
    locationId: nullable(integer("location_id")),
    providerId: nullable(integer("provider_id")),
    revenue: nullable(integer("revenue")),
  },
});

function toRow(account: AccountId, { at, bookedAt, phones, ...appointment }: Appointment): Row {
  const [takesPlace, booked] = [timeColumns(at), timeColumns(bookedAt)];
  return {
    accountId: account,
    ...appointment,
    at: takesPlace.moment,
    date: takesPlace.day,
    bookedAt: booked.moment,
    bookedDate: booked.day,
    phones: JSON.stringify(phones),
  };
}

const fromRow = ({ accountId: _, at, date, bookedAt, bookedDate, phones, ...row }: Row): Appointment => ({
  ...row,
  at: (at ?? date) as Appointment["at"],
  bookedAt: bookedAt ?? bookedDate,
  phones: JSON.parse(phones) as Appointment["phones"],
});

export const appointmentTable = recordTable(schema, toRow, fromRow);
