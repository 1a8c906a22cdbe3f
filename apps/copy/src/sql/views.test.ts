import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testServer } from "@repute/adapter-typeorm/testing";
import { createClient } from "@repute/client";
import { bundleOf } from "@repute/domain/testing";
import {
  duckdbPlace,
  type NamedPlace,
  parquetPlace,
  postgresPlace,
  queryPlace,
  sqlitePlace,
} from "../../test/places.js";
import { busyPractice } from "../../test/practice.js";
import { type ReputeSource, reputeSource, type SourceAccount } from "../../test/repute-source.js";
import { copy } from "../copy.js";

const targets: readonly (readonly [string, () => Promise<NamedPlace>])[] = [
  ["a SQLite file", sqlitePlace],
  ["a DuckDB file", duckdbPlace],
  ["a folder of Parquet files", parquetPlace],
  ...(testServer() === undefined ? [] : ([["a PostgreSQL database", postgresPlace]] as const)),
];

const months = [
  ["2025-12-01", "2025-12-31"],
  ["2026-01-01", "2026-01-31"],
  ["2026-02-01", "2026-02-28"],
  ["2026-03-01", "2026-03-31"],
  ["2026-04-01", "2026-04-30"],
  ["2026-05-01", "2026-05-31"],
  ["2026-06-01", "2026-06-30"],
] as const;

const guide = readFileSync(join(__dirname, "../../../../docs/guides/copy-into-a-database.md"), "utf8");
const queries = [...guide.matchAll(/```sql\n([^`]+)```/g)].map(([, sql = ""]) => sql);
const report = queries.find((sql) => sql.includes("WITH touches")) ?? "";
const costs = queries.find((sql) => sql.includes("SELECT d.day, d.campaign_id")) ?? "";

let source: ReputeSource;
beforeAll(async () => void (source = await reputeSource("SQLite")));
afterAll(() => source.stop());

const ask = async (account: SourceAccount, path: string) => {
  const response = await fetch(`${source.baseUrl}/v2/${path}`, { headers: { "api-token": account.token } });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json() as Promise<unknown>;
};

type Items = { readonly items: readonly Readonly<Record<string, string>>[] };

/** Returns the service's campaign summaries of all months, without currency signs. */
async function summaries(account: SourceAccount) {
  const all = months.map(async ([month, end]) => {
    const { items } = (await ask(account, `campaigns?start_date=${month}&end_date=${end}`)) as Items;
    return items.map((item) => ({ month, ...item }));
  });
  return (await Promise.all(all)).flat().map(plainItem).sort(byMonth);
}

const plainItem = (item: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, value.replace(/[$,%]/g, "")]));

type Row = Readonly<Record<string, unknown>>;
const byMonth = (a: Row, b: Row) =>
  `${String(a["month"])} ${String(a["Channel"])}` < `${String(b["month"])} ${String(b["Channel"])}` ? -1 : 1;

const money = (value: unknown) => Number(value).toFixed(2);

/** Returns the rows of the view with the keys and formats of campaign summaries. */
async function performance(place: NamedPlace) {
  const rows = await queryPlace(place, "SELECT * FROM campaign_performance");
  return rows.map(summaryOf).sort(byMonth);
}

/** Converts a row to the keys and formats of campaign summaries. */
const summaryOf = (row: Row): Row => ({
  month: String(row["month"]),
  Channel: row["channel"],
  Conversions: String(row["conversions"]),
  Appointments: String(row["appointments"]),
  Assists: String(row["assists"]),
  "New Patients": String(row["new_patients"]),
  Cost: money(row["cost"]),
  "Estimated Revenue": money(row["estimated_revenue"]),
  "Cost/Conversion": money(row["cost_per_conversion"]),
  "Cost/Appt": money(row["cost_per_appointment"]),
  "Cost/Assist": money(row["cost_per_assist"]),
  "Cost/Patient": money(row["cost_per_patient"]),
  ROAS: String(Number(row["roas_percent"])),
});

/** Returns the service's figures of a location. */
async function figures(account: SourceAccount, id: number) {
  const count = async (path: string) => ((await ask(account, path)) as Items).items;
  const [reviews, nps, listed] = await Promise.all(
    ["reviews", "surveys", "invites"].map((list) => count(`${list}?location_id=${id}`)),
  );
  const invites = (listed as readonly Row[]).filter(({ status }) => status === "sent");
  const responses = (
    await Promise.all([4, 5].map((survey) => count(`survey-responses?survey_id=${survey}&location_id=${id}`)))
  ).flat() as readonly Row[];
  const average = (await ask(account, `aggregate-averages?location_id=${id}`)) as Readonly<Record<string, number>>;
  const metrics = (await ask(account, "insights/byMonth")) as readonly Readonly<Record<string, number | string>>[];
  const sum = (prefix: string) =>
    metrics
      .filter((one) => one["location_id"] === id && String(one["metric_type"]).startsWith(prefix))
      .reduce((all, one) => all + Number(one["count"]), 0);
  const conversions = (await count("conversions?keys=true")) as readonly Row[];
  return {
    location_id: id,
    reviews: reviews?.length,
    public_ratings: average["total"],
    average_rating: average["average"]?.toFixed(9),
    nps_surveys: nps?.length,
    survey_responses: responses.length,
    average_overall: mean(responses.map((one) => Number(one["overall"]))),
    invites: invites.length,
    opened_invites: invites.filter(({ opened }) => opened !== null).length,
    reviewed_invites: invites.filter((one) => one["proceeded_to_review"] === true).length,
    linked_conversions: conversions.filter((one) => one["_location_id"] === id).length,
    listing_views: sum("views"),
    listing_actions: sum("actions"),
  };
}

const mean = (all: readonly number[]) => (all.reduce((sum, one) => sum + one, 0) / all.length).toFixed(9);

async function scorecard(place: NamedPlace) {
  const rows = await queryPlace(place, "SELECT * FROM location_scorecard ORDER BY location_id");
  const averages = new Set(["average_rating", "average_overall"]);
  const { location_id, ...figuresOnly } = await figures(await account, 1);
  const names = ["location_id", ...Object.keys(figuresOnly)];
  expect(location_id).toBe(1);
  return rows.map((row) =>
    Object.fromEntries(
      names.map((name) => [name, averages.has(name) ? Number(row[name]).toFixed(9) : Number(row[name])]),
    ),
  );
}

/** Invite that an import planned, whose planned time has passed. */
const scheduled = {
  ...{ kind: "invite", id: 987_654, type: "sms", sent_to: "801-555-0142", sent_at: "2026-03-01T17:00:00Z" },
  ...{ location_id: 1, status: "scheduled" },
};

let account: Promise<SourceAccount>;
beforeAll(() => {
  account = source.account().then(async (made) => {
    await made.one.bundle.load(made.id, bundleOf([...busyPractice, { kind: "widget" }, scheduled]));
    return made;
  });
});

describe.each(targets)("the views in %s", (_, fresh) => {
  let place: NamedPlace;
  beforeAll(async () => void (place = await fresh()));
  afterAll(() => place.clear());

  const copyNow = async (lists?: readonly string[]) => {
    const client = createClient({ baseUrl: source.baseUrl, credential: { apiToken: (await account).token } });
    const target = await place.open();
    await copy(client, target, { source: source.baseUrl, lists });
    await target.close();
  };

  it("equal the campaign summaries of every month and the figures of every location", async () => {
    await copyNow();
    const expected = await summaries(await account);
    expect(expected.length).toBeGreaterThan(15);
    expect(await performance(place)).toEqual(expected);
    expect(await scorecard(place)).toEqual([await figures(await account, 1), await figures(await account, 2)]);
  });

  it("agree with the queries in the guide, which match the service", async () => {
    const range = ["2026-01-10", "2026-04-02"] as const;
    const sql = report.replaceAll("2026-03-01", range[0]).replaceAll("2026-03-31", range[1]);
    const { items } = (await ask(await account, `campaigns?start_date=${range[0]}&end_date=${range[1]}`)) as Items;
    const rows = (await queryPlace(place, sql)).map((row) => ({ month: range[0], ...row }));
    expect(rows.map(summaryOf)).toEqual(items.map((item) => plainItem({ month: range[0], ...item })));
    const days = await queryPlace(place, costs);
    const [total] = await queryPlace(place, "SELECT round(sum(amount_number), 2) AS cost FROM spends");
    const [count] = await queryPlace(place, "SELECT count(_campaign_id) AS conversions FROM conversions");
    const sum = (name: string) => days.reduce((all, row) => all + Number(row[name]), 0);
    expect([money(sum("cost")), sum("conversions")]).toEqual([money(total?.["cost"]), Number(count?.["conversions"])]);
  });

  it("equal the campaign summaries after changes of settings, spends and appointments", async () => {
    const { one, id } = await account;
    const zone = { kind: "account", value_new_patient: "0.05", time_zone: "Pacific/Auckland" };
    const spend = { kind: "spend", id: 3, campaign_id: 61, start_date: "2026-02-01", end_date: "2026-02-03" };
    source.tick();
    await one.bundle.load(id, bundleOf([zone, { ...spend, amount: "-10.01" }]));
    await one.bundle.load(id, bundleOf([{ kind: "appointment", id: 7, deleted: true }]));
    await copyNow();
    expect(await performance(place)).toEqual(await summaries(await account));
    source.tick();
    await one.bundle.load(id, bundleOf(busyPractice));
    await copyNow();
    expect(await performance(place)).toEqual(await summaries(await account));
  });
});
