import type { CalendarDate, ImportRow } from "@repute/domain";
import { externalLocationId, externalProviderId } from "./catalog-lines.js";
import { stoppedPhones } from "./import-terms.js";
import type { Random } from "./random.js";
import { newcomer, type Visit, visit } from "./visit.js";

/** Typical data errors in appointment files, with their probabilities. */
const slips: readonly (readonly [share: number, slip: (row: ImportRow, random: Random) => ImportRow])[] = [
  [0.03, ({ mobilePhone: _phone, email: _email, ...row }) => row],
  [
    0.02,
    (row, random) => ({ ...row, fullName: `${lastNameOf(row)}, ${random.pick(["Test", "Baby", "X", "zztest"])}` }),
  ],
  [0.02, (row, random) => ({ ...row, appointmentDate: random.pick(["", "tbd", "13/45/2026"]) })],
  [0.02, (row, random) => ({ ...row, location: random.pick(["Main Office", "JRD-77"]) })],
  [0.03, (row, random) => ({ ...row, provider: random.pick(["Dr. Float", "P-9999", "Locum"]) })],
  [0.01, (row, random) => ({ ...row, mobilePhone: random.pick(stoppedPhones) })],
  [0.03, (row, random) => ({ ...row, status: random.pick(["Cancelled", "No Show"]) })],
  [0.02, ({ row }) => ({ row, problem: "has 13 cells, expected 12" })],
];

const lastNameOf = ({ fullName = "" }: ImportRow): string => fullName.split(",")[0] ?? "";

/** Generates the rows of an appointment file that lists the visits of one day. A few rows appear twice. */
export function importRows(random: Random, count: number, day: CalendarDate): readonly ImportRow[] {
  const rows: ImportRow[] = [];
  while (rows.length < count) {
    const row = rows.length + 2;
    const repeated = random.chance(0.03) ? rows.at(-1) : undefined;
    rows.push(repeated ? { ...repeated, row } : withSlip(rowOf(random, row, patient(random), day), random));
  }
  return rows;
}

/** Generates a patient, usually from out of town, because most local patients already have an invite. */
const patient = (random: Random): Visit => (random.chance(0.15) ? visit(random) : newcomer(random));

function withSlip(row: ImportRow, random: Random): ImportRow {
  const slip = slips[random.weighted([...slips.map(([share]) => share), 1])]?.[1];
  return slip ? slip(row, random) : row;
}

function rowOf(random: Random, row: number, who: Visit, day: CalendarDate): ImportRow {
  const [year, month, date] = day.split("-").map(Number);
  return {
    row,
    appointmentId: `V${day.replaceAll("-", "")}-${row}`,
    patientId: who.patientId,
    fullName: `${who.last}, ${who.first}`,
    dateOfBirth: `${random.whole(1, 12)}/${random.whole(1, 28)}/${random.whole(1938, 2012)}`,
    mobilePhone: who.phone,
    ...(random.chance(0.7) && { email: who.email }),
    appointmentDate: `${month}/${date}/${year}`,
    appointmentTime: `${random.whole(8, 17)}:${random.pick(["00", "15", "30", "45"])}`,
    status: random.pick(["Completed", "Checked Out", "Arrived"]),
    location: externalLocationId(who.town),
    ...(who.person !== undefined && { provider: externalProviderId(who.person) }),
  };
}
