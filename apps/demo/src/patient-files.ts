import {
  type AccountId,
  type CahpsType,
  type CalendarDate,
  type Domain,
  type PatientRow,
  type PatientSource,
  startOfDay,
  toSecond,
} from "@repute/domain";
import { externalLocationId } from "./catalog-lines.js";
import type { DemoPlan } from "./demo-bundle.js";
import { practice, towns } from "./practice.js";
import { type Random, seededRandom, type Visit, visit } from "./random.js";

type Texts = PatientRow["texts"];

/** Typical data errors in patient rows, with their probabilities. */
const slips: readonly (readonly [share: number, slip: Texts])[] = [
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
    await domain.patientSurveys.parse(account, fileOf(type, random, plan.day), { uploadedAt, connection: "ehr" });
  }
}

async function isParsed({ patientSurveys }: Domain, account: AccountId): Promise<boolean> {
  const list = await patientSurveys.list(account, { start_date: "2000-01-01", end_date: "9999-12-31" });
  for await (const { count } of list.read()) if (count > 0) return true;
  return false;
}

function fileOf(type: CahpsType, random: Random, day: CalendarDate): PatientSource {
  const first = new Date(Date.parse(`${day.slice(0, 7)}-01`) - 86_400_000);
  const month = first.toISOString().slice(0, 7);
  const rows = Array.from({ length: patients }, (_, index) => ({
    ...{ row: index + 2, others: [] },
    texts: { ...textsOf(random, index, visit(random)), ...stays[type](random, month), ...slipOf(random) },
  }));
  const fields = new Set(rows.flatMap(({ texts }) => Object.keys(texts) as (keyof Texts)[]));
  return {
    type,
    async *read() {
      yield { fields, rows };
    },
  };
}

const slipOf = (random: Random): Texts => slips[random.weighted([...slips.map(([share]) => share), 1])]?.[1] ?? {};

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
