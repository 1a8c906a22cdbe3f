import { importRows } from "../../apps/demo/dist/practice-files.js";
import { seededRandom } from "../../apps/demo/dist/random.js";

const columns = {
  "Appointment ID": "appointmentId",
  "Patient ID": "patientId",
  "Patient Name": "fullName",
  DOB: "dateOfBirth",
  Mobile: "mobilePhone",
  Email: "email",
  "Appointment Date": "appointmentDate",
  "Appointment Time": "appointmentTime",
  Status: "status",
  Location: "location",
  Provider: "provider",
};

const line = (cells) => cells.map((cell = "") => `"${cell.replaceAll('"', '""')}"`).join(",");

/** Creates a CSV file of fictional appointments on one day, with the same kinds of mistakes as in the demo. */
export function appointmentsCsv(day) {
  const rows = importRows(seededRandom(7), 160, day).map((row) =>
    row.problem === undefined ? Object.values(columns).map((field) => row[field]) : Array(13).fill("x"),
  );
  return [Object.keys(columns), ...rows].map(line).join("\n");
}
