import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import { demoLines, type DemoPlan } from "@repute/demo";
import {
  type AccountId,
  type BundleLine,
  type BundleSource,
  type CalendarDate,
  createBundle,
  createDomain,
  type Domain,
  type FeedSealer,
  noPartners,
} from "@repute/domain";
import Database from "better-sqlite3";
import { count, type Plan, type Sizes, sizesOf } from "../plan.js";
import { job, progress, runAlone, type Workshop } from "../workshop.js";

/** Data of the measured account, in the database of the service and in the database of the baseline. */
export type Prepared = Data & { readonly naiveUrl: string };

/** Creates the databases of a run. With `--keep`, reuses databases from an earlier run. */
export async function prepareData(workshop: Workshop, { rows, keep }: Plan): Promise<Prepared> {
  const folder = keep ?? workshop.folder;
  await mkdir(folder, { recursive: true });
  const name = join(folder, `practice-${rows}`);
  if (existsSync(`${name}.json`)) return JSON.parse(await readFile(`${name}.json`, "utf8")) as Prepared;
  const [file, naiveFile] = [`${name}.db`, `${name}-naive.db`];
  // The JSON file is missing if an earlier run was interrupted. Delete the databases of that run.
  for (const old of [file, `${file}-wal`, `${file}-shm`, naiveFile]) await rm(old, { force: true });
  const data = await runAlone(workshop, makeData, { url: `sqlite:${file}`, sizes: sizesOf(rows) });
  progress.show("copying the records for the baseline");
  await runAlone(workshop, makeNaiveDatabase, { from: file, to: naiveFile });
  const prepared = { ...data, naiveUrl: `sqlite:${naiveFile}` };
  await writeFile(`${name}.json`, JSON.stringify(prepared), { mode: 0o600 });
  return prepared;
}

/** The measured account: database, id, token, and time windows of its reviews. */
export type Data = {
  readonly url: string;
  readonly account: number;
  readonly token: string;
  readonly part: Window;
  readonly naive: Window;
  readonly hundreds: readonly Window[];
};

const otherAccounts = 20;
/** Number of the measured account. Half of the other accounts have lower ids, and half have higher ids. */
export const measured = otherAccounts / 2;

/** Fills a new database with the measured account and 20 smaller accounts. */
export const makeData = job(
  __filename,
  "makeData",
  ({ url, sizes }: { readonly url: string; readonly sizes: Sizes }): Promise<Data> =>
    withDomain(url, async (domain, { sealer }) => {
      const load = (number: number, rows: number) => {
        progress.show(`loading account ${number + 1} of ${otherAccounts + 1}: ${count(rows)} reviews`);
        return newAccount(domain, `practice-${number}`, () => accountLines(number, rows));
      };
      for (let number = 0; number < measured; number += 1) await load(number, sizes.others);
      const account = await load(measured, sizes.rows);
      for (let number = measured + 1; number <= otherAccounts; number += 1) await load(number, sizes.others);
      // Compress the lists now, because the server would compress them only after some minutes.
      await sealer.seal(account);
      const { token } = await domain.access.createToken(account, { kind: "api-token" });
      return { url, account: Number(account), token, ...windowsOf(sizes) };
    }),
);

function windowsOf({ rows, part, naive }: Sizes) {
  const times = [...accountLines(measured, rows, 0)].flatMap(({ kind, create_time: at }) =>
    kind === "review" ? String(at) : [],
  );
  return { part: newestOf(times, part), naive: newestOf(times, naive), hundreds: spreadOver(times, 50, 100) };
}

const tables = ["accounts", "credentials", "locations", "providers", "platforms", "groups", "reviews"];

/** Creates the baseline's database from the service's records, without rendered lists. Adds an index by time. */
const makeNaiveDatabase = job(
  __filename,
  "makeNaiveDatabase",
  async ({ from, to }: Readonly<Record<"from" | "to", string>>) => {
    const database = new Database(to);
    database.pragma("foreign_keys = OFF");
    database.prepare("ATTACH ? AS service").run(from);
    for (const table of tables) {
      const sql = database.prepare("SELECT sql FROM service.sqlite_master WHERE name = ?").pluck().get(table) as string;
      database.exec(sql);
      database.exec(`INSERT INTO main."${table}" SELECT * FROM service."${table}"`);
    }
    // Analyze only the new file, because statistics in the service's file would slow down the service.
    database.exec("CREATE INDEX reviews_by_time ON reviews (account_id, created_at); ANALYZE main");
    database.close();
  },
);

/** Path of a request for the reviews in a time window, and the number of these reviews. */
export type Window = { readonly path: string; readonly count: number };

/**
 * Returns the time window of the newest `count` reviews, or slightly more if several reviews have the same time.
 * `times` is in ascending order.
 */
export const newestOf = (times: readonly string[], count: number): Window =>
  count >= times.length ? { path: "/v2/reviews", count: times.length } : windowAt(times, times.length - count, count);

/** Returns evenly spaced time windows of at least `count` reviews each, oldest first. */
export const spreadOver = (times: readonly string[], windows: number, count: number): Window[] =>
  Array.from({ length: windows }, (_, index) =>
    windowAt(times, Math.floor((index * (times.length - count)) / windows), count),
  );

function windowAt(times: readonly string[], first: number, count: number): Window {
  const [from = "", to = ""] = [times[first], times[first + count - 1]];
  let [start, end] = [first, first + count];
  while (start > 0 && times[start - 1] === from) start -= 1;
  while (end < times.length && times[end] === to) end += 1;
  return { path: `/v2/reviews?${new URLSearchParams({ date: from, end: to })}`, count: end - start };
}

/** A line of an account bundle. */
export type Line = Readonly<Record<string, unknown>>;

/** Yields the lines of an account like the demo's, oldest records first. The seed determines the data. */
export const practiceLines = (seed: number, counts: Partial<DemoPlan>): Iterable<Line> =>
  demoLines({ ...noRecords, ...counts, seed, day: "2026-06-30" as CalendarDate });

const noRecords = { reviews: 0, invites: 0, npsSurveys: 0, responses: 0, calls: 0, submissions: 0 };

/** Kinds of records that only the demo needs. The measured accounts have none of them. */
const demoKinds = new Set(["campaign", "spend", "listing_metric"]);

/** Yields the lines of an account. By default, it has one invite and one survey response for every four reviews. */
export function* accountLines(seed: number, reviews: number, others = Math.round(reviews / 4)): Iterable<Line> {
  for (const line of practiceLines(seed, { reviews, invites: others, responses: others })) {
    if (line["kind"] === "review") yield measuredReview(line);
    else if (!demoKinds.has(String(line["kind"]))) yield line;
  }
}

/** Name of a custom field that one in 50 reviews has. */
export const recall = "recall";
const recallEvery = 50;

/**
 * Adapts a review to the baseline: removes the invite, because the baseline has no invites, and adds the custom field.
 */
function measuredReview({ invite_id: _, extras, ...line }: Line): Line {
  const isRecalled = Number(line["id"]) % recallEvery === 0;
  return { ...line, extras: { ...(extras as object | undefined), ...(isRecalled && { [recall]: "yes" }) } };
}

export const isReview = ({ kind }: Line): boolean => kind === "review";

/** Id of a survey in the account. */
export const surveyId = Number([...accountLines(0, 0)].find(({ kind }) => kind === "survey")?.["id"]);

/** Creates a bundle from lines. A function generates the lines again for each read. */
export const bundleOf = (lines: readonly Line[] | (() => Iterable<Line>)): BundleSource =>
  createBundle(lines as readonly BundleLine[] | (() => Iterable<BundleLine>));

/** Creates an account from bundle lines. The account's key starts with `name`. */
export async function newAccount(
  { accounts, bundle }: Domain,
  name: string,
  lines: Parameters<typeof bundleOf>[0],
): Promise<AccountId> {
  const { id } = await accounts.create({ key: `${name}-${Date.now()}`, name });
  await bundle.load(id, bundleOf(lines));
  return id;
}

/** Opens a database without a server, applies missing migrations, runs `work`, and closes the database. */
export async function withDomain<T>(
  url: string,
  work: (domain: Domain, storage: { readonly sealer: FeedSealer }) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ url, migrate: true });
  try {
    return await work(createDomain({ ...typeormPorts(database), ...noPartners }), database.storage);
  } finally {
    await database.close();
  }
}
