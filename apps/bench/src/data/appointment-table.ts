import { open } from "node:fs/promises";
import type { Line } from "./account-bundle.js";

const places = 20;
const doctors = 100;

/** Bundle lines of the practice in the import benchmark. The practice's import connection enables every rule. */
export const importingPractice: readonly Line[] = [
  ...Array.from({ length: places }, (_, index) => ({
    ...{ kind: "location", id: index + 1, location_name: `Location ${index}` },
    external_location_ids: [`LOC-${index}`],
  })),
  ...Array.from({ length: doctors }, (_, index) => ({
    ...{ kind: "provider", id: index + 1, name: `Doctor ${index}` },
    external_provider_ids: [`PRV-${index}`],
  })),
  {
    ...{ kind: "import_connection", name: "main", minimum_invite_age: 18, silenced_location_refs: ["Sandbox"] },
    ...{ require_date_of_birth: true, require_state: true, require_state_for_invites: true },
  },
  ...Array.from({ length: 500 }, (_, index) => ({ kind: "stop", contact: numberOf(index * 40) })),
];

/** Upload time of the appointment file. */
export const uploadedAt = "2026-11-20T12:00:00Z";

const headings = [
  ...["Appointment ID", "MRN", "First Name", "Last Name", "DOB", "Mobile", "Home Phone", "Email", "State"],
  ...["Appointment Date", "Created", "Status", "Location", "Provider"],
];

/**
 * Writes a CSV file of appointments. One in seven is a repeat visit, and one in 25 has an error.
 * `first` is the number of the first appointment. Each number has a different appointment.
 */
export async function writeAppointments(file: string, rows: number, first = 0): Promise<void> {
  const handle = await open(file, "w");
  try {
    await handle.write(`${headings.join(",")}\n`);
    for (let start = 0; start < rows; start += 10_000) {
      const length = Math.min(10_000, rows - start);
      await handle.write(Array.from({ length }, (_, index) => `${appointment(first + start + index)}\n`).join(""));
    }
  } finally {
    await handle.close();
  }
}

/** Returns a deterministic hash of a number. */
function scattered(index: number): number {
  return Math.imul(index + 1, 0x9e3779b1) >>> 0;
}

/** Returns the phone number of a patient. */
export function numberOf(patient: number): string {
  const digits = String(2_000_000 + (scattered(patient) % 7_990_000));
  // Avoid exchange codes that end in 11, which are reserved for services.
  return `801${digits.replace(/^(\d)11/, (_, first: string) => `${first}12`)}`;
}

function appointment(index: number): string {
  const patient = index % 7 === 6 ? index - 6 : index;
  const [day, hour] = [10 + (index % 11), 8 + (index % 9)];
  return [
    ...[`A-${index}`, `MRN-${scattered(patient) % 10_000_000}`, "Cal", `Reed${patient % 5_000}`, "05/01/1980"],
    ...[numberOf(patient), index % 3 === 0 ? numberOf(patient + 1) : "", `p${scattered(patient)}@example.com`, "UT"],
    ...[`2026-11-${day}T${String(hour).padStart(2, "0")}:30:00`, `2026-11-0${1 + (index % 9)}`, "Scheduled"],
    ...[index % 50 === 3 ? "Nowhere" : `LOC-${index % places}`, index % 50 === 7 ? "Nobody" : `PRV-${index % doctors}`],
  ].join(",");
}
