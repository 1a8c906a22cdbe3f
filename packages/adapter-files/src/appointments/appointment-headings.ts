import type { ImportField } from "@repute/domain";
import { folded, type KnownHeadings } from "../delimited-text.js";

/** Field of a column. A phone column is `phone` if its heading does not name the type of phone. */
type Column = ImportField | "phone";

/**
 * Headings of each field, in order of precedence.
 * If several columns map to one field, the first column with a value is used.
 */
export const appointmentSpellings: Readonly<Record<Column, readonly string[]>> = {
  appointmentId: ["Appointment ID", "Appt ID", "Appt GUID", "Encounter ID", "Encounter", "Visit ID"],
  patientId: [
    ...["MRN", "Medical Record Number", "Patient ID", "Chart ID", "Chart Number", "Chart#"],
    ...["Account Number", "Account#", "Acct Number", "Acct#"],
  ],
  firstName: ["First Name", "Patient First Name"],
  lastName: ["Last Name", "Patient Last Name"],
  fullName: ["Patient Name", "Patient", "Full Name", "Name"],
  dateOfBirth: ["DOB", "Date of Birth", "Birth Date", "Patient DOB"],
  mobilePhone: ["Mobile", "Cell", "Mobile Phone", "Cell Phone", "Mobile Number"],
  homePhone: ["Home Phone", "Home"],
  workPhone: ["Work Phone", "Work"],
  phone: ["Phone", "Phone Number", "Patient Phone", "Telephone"],
  email: ["Email", "Email Address", "Patient Email"],
  state: ["State", "Patient State"],
  appointmentDate: [
    ...["Start DateTime", "Appointment DateTime", "Appointment Date", "Appt Date", "DOS", "Date of Service"],
    ...["Service Date", "Visit Date", "Date"],
  ],
  appointmentTime: ["Appointment Time", "Appt Time", "Start Time", "Time"],
  bookedAt: ["Booked At", "Created", "Created At", "Created Date"],
  status: ["Appointment Status", "Appt Status", "Status"],
  location: [
    ...["Location ID", "Clinic ID", "Facility ID", "Site ID", "Department ID"],
    ...["Location", "Facility", "Clinic", "Site", "Department", "Location Name"],
  ],
  provider: ["Provider ID", "NPI", "Provider NPI", "Provider", "Doctor", "Provider Name"],
};

const columnOf = new Map(
  (Object.keys(appointmentSpellings) as Column[]).flatMap((column) =>
    appointmentSpellings[column].map((heading, rank) => [folded(heading), { column, rank }] as const),
  ),
);

export const appointmentHeadings: KnownHeadings = {
  has: (heading) => columnOf.has(heading),
  examples: "Appointment ID, MRN, Patient Name, Appointment Date, Location, Provider",
};

export const dateHeadings = appointmentSpellings.appointmentDate;

/**
 * Returns the column indexes of each field, in order of precedence. A `phone` column counts as the mobile phone if
 * the table has no mobile phone column, otherwise as the home phone.
 */
export function fieldColumns(headings: readonly string[]): ReadonlyMap<ImportField, readonly number[]> {
  const found = headings
    .flatMap((heading, index) => {
      const known = columnOf.get(folded(heading));
      return known ? [{ ...known, index }] : [];
    })
    .sort((one, other) => Number(one.column === "phone") - Number(other.column === "phone") || one.rank - other.rank);
  const phone = found.some(({ column }) => column === "mobilePhone") ? "homePhone" : "mobilePhone";
  const columns = new Map<ImportField, number[]>();
  for (const { column, index } of found) {
    const field = column === "phone" ? phone : column;
    columns.set(field, [...(columns.get(field) ?? []), index]);
  }
  return columns;
}
