import { appointmentSpellings } from "../../packages/adapter-files/dist/appointment-file.js";
import { table } from "./tables.mjs";

const names = {
  appointmentId: "appointment id",
  patientId: "patient id",
  firstName: "first name",
  lastName: "last name",
  fullName: "full name",
  dateOfBirth: "date of birth",
  mobilePhone: "mobile phone",
  homePhone: "home phone",
  workPhone: "work phone",
  phone: "phone of unknown type",
  email: "email",
  state: "state",
  appointmentDate: "appointment date",
  appointmentTime: "appointment time",
  bookedAt: "booking time",
  status: "status",
  location: "location",
  provider: "provider",
};

/** Generates the table of headings in appointment files. */
export const parts = () => ({
  headings: table(
    ["Field", "Column headings, in order of preference"],
    Object.entries(appointmentSpellings).map(([field, headings]) => [nameOf(field), headings.join(", ")]),
  ),
});

function nameOf(field) {
  if (names[field] === undefined) throw new Error(`name the field ${field} in scripts/reference/appointment-files.mjs`);
  return names[field];
}
