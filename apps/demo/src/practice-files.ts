import {
  type AccountId,
  type CahpsType,
  type CalendarDate,
  type Domain,
  type ImportOptions,
  type ImportRow,
  type PatientRow,
  type PatientSource,
  startOfDay,
  toSecond,
} from "@repute/domain";
import { externalLocationId, externalProviderId } from "./catalog-lines.js";
import type { DemoPlan } from "./demo-bundle.js";
import { practice, stoppedPhones, towns } from "./practice.js";
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
    await domain.imports.run(account, appointmentFileOf(isBroken ? rows.map(renamed) : rows), {
      ...options,
      uploadedAt,
    });
  }
}

const appointmentFileOf = (rows: readonly ImportRow[]) => ({
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
  const slip = appointmentSlips[random.weighted([...appointmentSlips.map(([share]) => share), 1])]?.[1];
  return slip ? slip(row, random) : row;
}

/** Typical data errors in appointment files, with their probabilities. */
const appointmentSlips: readonly (readonly [share: number, slip: (row: ImportRow, random: Random) => ImportRow])[] = [
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

type Texts = PatientRow["texts"];

/** Typical data errors in patient rows, with their probabilities. */
const patientSlips: readonly (readonly [share: number, slip: Texts])[] = [
  [0.03, { zip: "8460" }],
  [0.03, { phone: "000-000-0000" }],
  [0.02, { date_of_birth: "5/1/2014" }],
  [0.02, { last_name: "" }],
  [0.02, { no_publicity: "Y" }],
  [0.02, { discharge_status: "50" }],
  [0.02, { location_code: "JRD-77", location_name: "Main Office" }],
  [0.02, { first_name: "Test" }],
];

const stays: Readonly<Record<CahpsType, (random: Random, month: string) => Texts>> = {
  OASCAHPS: (random, month) => ({
    service_date: `${month}-${random.whole(10, 28)}`,
    procedure_code_1: random.pick(["41899", "21110", "40819", "41899", "99213", ""]),
  }),
  HCAHPS: (random, month) => ({
    admit_date: `${month}-1${random.whole(0, 4)}`,
    discharge_date: `${month}-1${random.whole(4, 9)}`,
    ms_drg: random.pick(["157", "158", "159", "885", ""]),
    admission_source: random.pick(["1", "2", "4"]),
    language: random.pick(["English", "Spanish"]),
  }),
};

const patients = 120;

/**
 * Parses one patient file per type of survey, uploaded on the plan's day, with the patients of the previous month.
 * Skips an account that already has files.
 */
export async function parseDemoPatients(domain: Domain, account: AccountId, plan: DemoPlan): Promise<void> {
  const uploadedAt = toSecond(startOfDay(plan.day, practice.timeZone));
  if (await isParsed(domain, account)) return;
  const random = seededRandom(plan.seed + 29);
  for (const type of ["OASCAHPS", "HCAHPS"] as const) {
    await domain.patientSurveys.parse(account, patientFileOf(type, random, plan.day), {
      uploadedAt,
      connection: "ehr",
    });
  }
}

async function isParsed({ patientSurveys }: Domain, account: AccountId): Promise<boolean> {
  const list = await patientSurveys.list(account, { start_date: "2000-01-01", end_date: "9999-12-31" });
  for await (const { count } of list.read()) if (count > 0) return true;
  return false;
}

function patientFileOf(type: CahpsType, random: Random, day: CalendarDate): PatientSource {
  const first = new Date(Date.parse(`${day.slice(0, 7)}-01`) - 86_400_000);
  const month = first.toISOString().slice(0, 7);
  const rows = Array.from({ length: patients }, (_, index) => ({
    ...{ row: index + 2, others: [] },
    texts: { ...textsOf(random, index, visit(random)), ...stays[type](random, month), ...patientSlipOf(random) },
  }));
  const fields = new Set(rows.flatMap(({ texts }) => Object.keys(texts) as (keyof Texts)[]));
  return {
    type,
    async *read() {
      yield { fields, rows };
    },
  };
}

const patientSlipOf = (random: Random): Texts =>
  patientSlips[random.weighted([...patientSlips.map(([share]) => share), 1])]?.[1] ?? {};

function textsOf(random: Random, index: number, { first, last, phone, email, town, patientId }: Visit): Texts {
  const { city, zip } = towns[town] ?? { city: "", zip: "" };
  return {
    ...{
      first_name: first,
      last_name: last,
      address_1: `${100 + index} Juniper Way`,
      city,
      state: practice.state,
      zip,
    },
    ...{ phone, email, date_of_birth: `${random.whole(1, 12)}/${random.whole(1, 28)}/${random.whole(1938, 2004)}` },
    ...{ sex: random.pick(["F", "M"]), patient_id: patientId, visit_id: `V${index + 1}`, facility_ccn: "46C001" },
    ...{ location_code: externalLocationId(town), location_name: city, discharge_status: "01" },
  };
}
