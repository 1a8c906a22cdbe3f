import { open } from "node:fs/promises";
import type { Line } from "./account-bundle.js";

const places = 20;

/** Bundle lines of the practice whose patients are surveyed. */
export const surveyedPractice: readonly Line[] = Array.from({ length: places }, (_, index) => ({
  ...{ kind: "location", id: index + 1, location_name: `Surgery Center ${index}` },
  external_location_ids: [`SC-${index}`],
}));

const headings = [
  ...["First Name", "Last Name", "Middle Initial", "Address 1", "Address 2", "City", "State", "ZIP Code"],
  ...["Telephone Number", "Mobile Number", "Email", "DOB", "Gender", "Language", "Medical Record Number", "Unique ID"],
  ...["CCN", "Location Code", "Surgery Date", "Discharge Date", "CPT", "Procedure Code 2", "Discharge Status"],
  ...["Attending Physician NPI", "Attending Physician Name", "Deceased Flag", "No Publicity Flag", "Room", "Payer"],
];

/**
 * Writes a CSV file of surgery patients.
 * One in `oneIn` rows has an error.
 * If `oneIn` is 1, each row has several errors.
 */
export async function writePatients(file: string, rows: number, oneIn: number): Promise<void> {
  const handle = await open(file, "w");
  try {
    await handle.write(`${headings.join(",")}\n`);
    for (let start = 0; start < rows; start += 10_000) {
      const length = Math.min(10_000, rows - start);
      await handle.write(Array.from({ length }, (_, index) => `${patient(start + index, oneIn)}\n`).join(""));
    }
  } finally {
    await handle.close();
  }
}

/** Returns a deterministic hash of a number. */
const scattered = (index: number): number => Math.imul(index + 1, 0x9e3779b1) >>> 0;

const vowels = "aeiou";

/** Generates a name that consists only of letters, because other names count as placeholders. */
const nameOf = (index: number): string =>
  `${"BDKLMNRST"[index % 9]}${vowels[index % 5]}r${vowels[index % 4]}l${vowels[index % 3]}`;

const numberOf = (index: number): string => `(801) ${200 + (scattered(index) % 700)}-${1000 + (index % 9000)}`;

function patient(index: number, oneIn: number): string {
  const faults = index % oneIn === 0 ? (index / oneIn) % 6 : -1;
  const has = (fault: number) => (oneIn === 1 ? (index + fault) % 2 === 0 : fault === faults);
  const born = `${String(1 + (index % 12)).padStart(2, "0")}/${String(1 + (index % 28)).padStart(2, "0")}/${1935 + (index % 60)}`;
  const day = `05/${String(1 + (index % 31)).padStart(2, "0")}/2026`;
  return [
    ...[nameOf(index), `${nameOf(index % 5_000)}son`, "Q", `${scattered(index) % 100_000} East Willow Street`, ""],
    ...["Springfield", has(0) ? "XX" : "UT", has(1) ? "8410" : String(84_000 + (index % 700))],
    ...[numberOf(index), has(2) ? "12" : "", has(3) ? "not an address" : `p${scattered(index)}@example.com`],
    ...[born, has(4) ? "?" : "F", "English", `MRN-${scattered(index)}`, `V-2026-${index}`, "46C001"],
    ...[`SC-${index % places}`, day, day, has(5) ? "99213" : String(40_490 + (index % 900)), "", "1"],
    ...["1234567893", `Dr Avery Nguyen ${index % 50}`, "N", "N", `R${index % 40}`, "Blue Plan of the Mountain West"],
  ].join(",");
}
