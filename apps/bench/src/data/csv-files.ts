import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Line } from "./accounts.js";

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

const appointmentHeadings = [
  ...["Appointment ID", "MRN", "First Name", "Last Name", "DOB", "Mobile", "Home Phone", "Email", "State"],
  ...["Appointment Date", "Created", "Status", "Location", "Provider"],
];

/**
 * Writes a CSV file of appointments. One in seven is a repeat visit, and one in 25 has an error.
 * `first` is the number of the first appointment. Each number has a different appointment.
 */
export const writeAppointments = (file: string, rows: number, first = 0): Promise<void> =>
  writeRows(file, appointmentHeadings, rows, (index) => appointment(first + index));

function appointment(index: number): readonly string[] {
  const patient = index % 7 === 6 ? index - 6 : index;
  const [day, hour] = [10 + (index % 11), 8 + (index % 9)];
  return [
    ...[`A-${index}`, `MRN-${scattered(patient) % 10_000_000}`, "Cal", `Reed${patient % 5_000}`, "05/01/1980"],
    ...[numberOf(patient), index % 3 === 0 ? numberOf(patient + 1) : "", `p${scattered(patient)}@example.com`, "UT"],
    ...[`2026-11-${day}T${String(hour).padStart(2, "0")}:30:00`, `2026-11-0${1 + (index % 9)}`, "Scheduled"],
    ...[index % 50 === 3 ? "Nowhere" : `LOC-${index % places}`, index % 50 === 7 ? "Nobody" : `PRV-${index % doctors}`],
  ];
}

/** Returns the phone number of a patient. */
export function numberOf(patient: number): string {
  const digits = String(2_000_000 + (scattered(patient) % 7_990_000));
  // Avoid exchange codes that end in 11, which are reserved for services.
  return `801${digits.replace(/^(\d)11/, (_, first: string) => `${first}12`)}`;
}

const centers = 20;

/** Bundle lines of the practice whose patients are surveyed. */
export const surveyedPractice: readonly Line[] = Array.from({ length: centers }, (_, index) => ({
  ...{ kind: "location", id: index + 1, location_name: `Surgery Center ${index}` },
  external_location_ids: [`SC-${index}`],
}));

const patientHeadings = [
  ...["First Name", "Last Name", "Middle Initial", "Address 1", "Address 2", "City", "State", "ZIP Code"],
  ...["Telephone Number", "Mobile Number", "Email", "DOB", "Gender", "Language", "Medical Record Number", "Unique ID"],
  ...["CCN", "Location Code", "Surgery Date", "Discharge Date", "CPT", "Procedure Code 2", "Discharge Status"],
  ...["Attending Physician NPI", "Attending Physician Name", "Deceased Flag", "No Publicity Flag", "Room", "Payer"],
];

/** Writes a CSV file of surgery patients. One in `oneIn` rows has an error, or each row has several if `oneIn` is 1. */
export const writePatients = (file: string, rows: number, oneIn: number): Promise<void> =>
  writeRows(file, patientHeadings, rows, (index) => patient(index, oneIn));

function patient(index: number, oneIn: number): readonly string[] {
  const faults = index % oneIn === 0 ? (index / oneIn) % 6 : -1;
  const has = (fault: number) => (oneIn === 1 ? (index + fault) % 2 === 0 : fault === faults);
  const born = `${String(1 + (index % 12)).padStart(2, "0")}/${String(1 + (index % 28)).padStart(2, "0")}/${1935 + (index % 60)}`;
  const day = `05/${String(1 + (index % 31)).padStart(2, "0")}/2026`;
  return [
    ...[nameOf(index), `${nameOf(index % 5_000)}son`, "Q", `${scattered(index) % 100_000} East Willow Street`, ""],
    ...["Springfield", has(0) ? "XX" : "UT", has(1) ? "8410" : String(84_000 + (index % 700))],
    ...[landlineOf(index), has(2) ? "12" : "", has(3) ? "not an address" : `p${scattered(index)}@example.com`],
    ...[born, has(4) ? "?" : "F", "English", `MRN-${scattered(index)}`, `V-2026-${index}`, "46C001"],
    ...[`SC-${index % centers}`, day, day, has(5) ? "99213" : String(40_490 + (index % 900)), "", "1"],
    ...["1234567893", `Dr Avery Nguyen ${index % 50}`, "N", "N", `R${index % 40}`, "Blue Plan of the Mountain West"],
  ];
}

const vowels = "aeiou";

/** Generates a name that consists only of letters, because other names count as placeholders. */
const nameOf = (index: number): string =>
  `${"BDKLMNRST"[index % 9]}${vowels[index % 5]}r${vowels[index % 4]}l${vowels[index % 3]}`;

const landlineOf = (index: number): string => `(801) ${200 + (scattered(index) % 700)}-${1000 + (index % 9000)}`;

/** Returns a deterministic hash of a number. */
function scattered(index: number): number {
  return Math.imul(index + 1, 0x9e3779b1) >>> 0;
}

function writeRows(
  file: string,
  headings: readonly string[],
  rows: number,
  rowOf: (index: number) => readonly string[],
) {
  return pipeline(function* () {
    yield `${headings.join(",")}\n`;
    for (let index = 0; index < rows; index += 1) yield `${rowOf(index).join(",")}\n`;
  }, createWriteStream(file));
}
