import type { AccountId, CalendarDate, Conversion, ConversionKind, Instant } from "@repute/domain";
import { EntitySchema } from "typeorm";
import type { RowOf } from "./columns.js";
import { accountId, flag, integer, key, nullable, text } from "./columns.js";
import { recordTable } from "./record-table.js";

/** The time of the appointment stands in one of two columns: a moment, or a bare day. */
type Row = RowOf<Conversion, { readonly appointmentAt: Instant | null; readonly appointmentDate: CalendarDate | null }>;

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
    appointmentId: nullable(integer("appointment_id")),
    appointmentAt: nullable(integer("appointment_at")),
    appointmentDate: nullable(text("appointment_date")),
    locationId: nullable(integer("location_id")),
    providerId: nullable(integer("provider_id")),
    patientId: nullable(text("patient_id")),
    patientName: nullable(text("patient_name")),
  },
});

const toRow = (account: AccountId, { appointmentAt, ...conversion }: Conversion): Row => ({
  accountId: account,
  ...conversion,
  appointmentAt: typeof appointmentAt === "number" ? appointmentAt : null,
  appointmentDate: typeof appointmentAt === "string" ? appointmentAt : null,
});

const fromRow = ({ accountId: _, appointmentAt, appointmentDate, ...row }: Row): Conversion => ({
  ...row,
  appointmentAt: appointmentAt ?? appointmentDate,
});

const conversionTable = recordTable(schema, toRow, fromRow);

/** The conversions of each kind, all in one table. */
export const conversionTables: Readonly<Record<ConversionKind, typeof conversionTable>> = {
  call: conversionTable.where("kind = 'call'"),
  submission: conversionTable.where("kind = 'submission'"),
};
