import type { Appointment } from "@repute/domain";
import { integer, json, key, momentOrDay, nullable, text } from "./columns.js";
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
