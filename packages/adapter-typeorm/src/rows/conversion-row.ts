import type { AccountId, CalendarDate, Conversion, ConversionKind, Instant } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, flag, integer, key, nullable, text } from "./columns.js";
import { timeColumns } from "./moment-or-day.js";
import { recordTable } from "./record-table.js";

/** The time of the appointment stands in one of two columns: a moment, or a bare day. So do the parts of a name. */
type Row = RowOf<
  Omit<Conversion, "prospectName">,
  { readonly appointmentAt: Instant | null; readonly appointmentDate: CalendarDate | null }
> & { readonly firstName: string | null; readonly lastName: string | null };

const schema = new EntitySchema<Row>({
  name: "conversion",
  tableName: "conversions",
  columns: {
    accountId,
    kind: key(text("kind")),
    id: key(integer("id")),
    type: text("type"),
    at: integer("at"),
    fromNumber: text("from_number"),
    phone: nullable(text("phone")),
    trackingNumber: nullable(text("tracking_number")),
    campaignId: nullable(integer("campaign_id")),
    source: nullable(text("source")),
    newPatient: flag("new_patient"),
    createdAt: integer("created_at"),
    modifiedAt: integer("modified_at"),
    firstName: nullable(text("first_name")),
    lastName: nullable(text("last_name")),
    prospectEmail: nullable(text("email")),
    prospectId: nullable(text("prospect_id")),
    scheduledDate: nullable(text("scheduled_date")),
    appointmentId: nullable(integer("appointment_id")),
    appointmentAt: nullable(integer("appointment_at")),
    appointmentDate: nullable(text("appointment_date")),
    locationId: nullable(integer("location_id")),
    providerId: nullable(integer("provider_id")),
    patientId: nullable(text("patient_id")),
    patientName: nullable(text("patient_name")),
    closes: flag("closes"),
  },
});

function toRow(account: AccountId, { appointmentAt, prospectName, ...conversion }: Conversion): Row {
  const { moment, day } = timeColumns(appointmentAt);
  return {
    accountId: account,
    ...conversion,
    firstName: prospectName?.first ?? null,
    lastName: prospectName?.last ?? null,
    appointmentAt: moment,
    appointmentDate: day,
  };
}

function fromRow({ accountId: _, appointmentAt, appointmentDate, firstName, lastName, ...row }: Row): Conversion {
  return {
    ...row,
    prospectName: firstName === null || lastName === null ? null : { first: firstName, last: lastName },
    appointmentAt: appointmentAt ?? appointmentDate,
  };
}

const conversionTable = recordTable(schema, toRow, fromRow);

/** The conversions of each kind, all in one table. */
export const conversionTables: Readonly<Record<ConversionKind, typeof conversionTable>> = {
  call: conversionTable.where("kind = 'call'"),
  submission: conversionTable.where("kind = 'submission'"),
};
