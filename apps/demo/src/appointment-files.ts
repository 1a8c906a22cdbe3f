import {
  type AccountId,
  type CalendarDate,
  type Domain,
  type ImportOptions,
  type ImportRow,
  startOfDay,
  toSecond,
} from "@repute/domain";
import { externalLocationId, externalProviderId } from "./catalog-lines.js";
import type { DemoPlan } from "./demo-bundle.js";
import { practice, stoppedPhones } from "./practice.js";
import { newcomer, type Random, seededRandom, type Visit, visit } from "./random.js";

type Night = { readonly daysAgo: number; readonly options: ImportOptions; readonly isBroken?: true };

/**
 * Schedule of the imports: a test import, then one file per night.
 * One file has different location names, as after a change of systems.
 */
const nights: readonly Night[] = [
  { daysAgo: 12, options: { connection: "ehr", isTest: true } },
  { daysAgo: 11, options: { connection: "ehr-watched" } },
  ...[9, 8, 7, 6].map((daysAgo) => ({ daysAgo, options: { connection: "ehr" } })),
  { daysAgo: 5, options: { connection: "ehr" }, isBroken: true },
  ...[4, 3, 2, 1].map((daysAgo) => ({ daysAgo, options: { connection: "ehr" } })),
];

const [day, sixHours] = [86_400_000, 21_600_000];

/**
 * Imports the practice's appointment files of the nights before the plan's day.
 * Skips files that were imported before.
 */
export async function importDemoFiles(domain: Domain, account: AccountId, plan: DemoPlan): Promise<void> {
  const random = seededRandom(plan.seed + 13);
  const count = Math.ceil(plan.invites / 200);
  if (count === 0) return;
  const done = await runsOf(domain, account);
  for (const [index, { daysAgo, options, isBroken }] of nights.entries()) {
    const rows = importRows(random, count, dayBefore(plan.day, daysAgo + 1));
    if (index < done) continue;
    const uploadedAt = toSecond(startOfDay(dayBefore(plan.day, daysAgo), practice.timeZone) + sixHours);
    await domain.imports.run(account, fileOf(isBroken ? rows.map(renamed) : rows), { ...options, uploadedAt });
  }
}

const fileOf = (rows: readonly ImportRow[]) => ({
  async *read() {
    yield rows;
  },
});

const renamed = (row: ImportRow): ImportRow =>
  row.location === undefined ? row : { ...row, location: `Jordan ${row.location.slice(-2)}` };

const dayBefore = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(date) - days * day).toISOString().slice(0, 10) as CalendarDate;

async function runsOf({ imports }: Domain, account: AccountId): Promise<number> {
  let runs = 0;
  const list = await imports.list(account, { show_test_runs: "true" }, { errors: false });
  for await (const { count } of list.read()) runs += count;
  return runs;
}

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
