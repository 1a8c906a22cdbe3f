import {
  type AccountId,
  type CalendarDate,
  type Domain,
  type ImportOptions,
  type ImportRow,
  startOfDay,
  toSecond,
} from "@repute/domain";
import type { DemoPlan } from "./demo-bundle.js";
import { importRows } from "./import-rows.js";
import { seededRandom } from "./random.js";
import { practice } from "./towns.js";

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
