import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import { demoLines, type DemoPlan } from "@repute/demo";
import {
  type AccountId,
  type BundleSource,
  type CalendarDate,
  createDomain,
  type Domain,
  type FeedSealer,
  noPartners,
  type ParsedLine,
} from "@repute/domain";
import Database from "better-sqlite3";
import { type Plan, type Sizes, sizesOf } from "../plan.js";
import { job, runAlone, type Workshop } from "../workshop.js";

/** Data of the measured account, in the database of the service and in the database of the baseline. */
export type Prepared = Data & { readonly naiveUrl: string };

/** Creates the databases of a run. With `--keep`, reuses databases from an earlier run. */
export async function prepareData(workshop: Workshop, { rows, keep }: Plan): Promise<Prepared> {
  const folder = keep ?? workshop.folder;
  await mkdir(folder, { recursive: true });
  const name = join(folder, `practice-${rows}`);
  const stored = await storedData(`${name}.json`);
  if (stored) return stored;
  const [file, naiveFile] = [`${name}.db`, `${name}-naive.db`];
  // The JSON file is missing if an earlier run was interrupted. Delete the databases of that run.
  for (const old of [file, `${file}-wal`, `${file}-shm`, naiveFile]) await rm(old, { force: true });
  const data = await runAlone(workshop, makeData, { url: `sqlite:${file}`, sizes: sizesOf(rows) });
  workshop.progress("copying the records for the baseline");
  await runAlone(workshop, makeNaiveDatabase, { from: file, to: naiveFile });
  const prepared = { ...data, naiveUrl: `sqlite:${naiveFile}` };
  await writeFile(`${name}.json`, JSON.stringify(prepared), { mode: 0o600 });
  return prepared;
}

async function storedData(file: string): Promise<Prepared | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Prepared);
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
  ({ url, sizes }: { readonly url: string; readonly sizes: Sizes }, { progress }): Promise<Data> => {
    const loadAll = async (domain: Domain, { sealer }: { readonly sealer: FeedSealer }) => {
      let found: { readonly account: number; readonly token: string } | undefined;
      for (let number = 0; number <= otherAccounts; number += 1) {
        const size = number === measured ? sizes.rows : sizes.others;
        progress(`loading account ${number + 1} of ${otherAccounts + 1}: ${size.toLocaleString("en-US")} reviews`);
        const account = await loadAccount(domain, number, size);
        if (number === measured) found = account;
      }
      if (!found) throw new Error("the measured account was not made");
      // Compress the lists now, because the server would compress them only after some minutes.
      await sealer.seal(found.account as AccountId);
      return { url, ...found, ...windowsOf(sizes) };
    };
    return withDomain(url, loadAll, true);
  },
);

async function loadAccount(domain: Domain, number: number, rows: number) {
  const { id } = await domain.accounts.create({ key: `practice-${number}`, name: `Practice ${number}` });
  await domain.bundle.load(id, accountBundle(number, rows));
  const { token } = await domain.access.createToken(id, { kind: "api-token" });
  return { account: Number(id), token };
}

function windowsOf({ rows, part, naive }: Sizes) {
  const times: string[] = [];
  for (const { kind, create_time: at } of accountLines(measured, rows, 0))
    if (kind === "review") times.push(String(at));
  return {
    part: newestOf(times, part),
    naive: newestOf(times, naive),
    hundreds: spreadOver(times, 50, 100),
  };
}

type Order = { readonly from: string; readonly to: string };

const tables = ["accounts", "credentials", "locations", "providers", "platforms", "groups", "reviews"];

/** Creates the baseline's database from the service's records, without rendered lists. Adds an index by time. */
const makeNaiveDatabase = job(__filename, "makeNaiveDatabase", async ({ from, to }: Order) => {
  const database = new Database(to);
  try {
    database.pragma("foreign_keys = OFF");
    database.prepare("ATTACH ? AS service").run(from);
    for (const table of tables) {
      const sql = database.prepare("SELECT sql FROM service.sqlite_master WHERE name = ?").pluck().get(table) as string;
      database.exec(sql);
      database.exec(`INSERT INTO main."${table}" SELECT * FROM service."${table}"`);
    }
    // Analyze only the new file, because statistics in the service's file would slow down the service.
    database.exec("CREATE INDEX reviews_by_time ON reviews (account_id, created_at); ANALYZE main");
  } finally {
    database.close();
  }
  return null;
});

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

/** Name of a custom field that one in 50 reviews has. */
export const recall = "recall";
const recallEvery = 50;

const day = "2026-06-30" as CalendarDate;
const nothing = { reviews: 0, invites: 0, npsSurveys: 0, responses: 0, calls: 0, submissions: 0 };

/** Returns the plan of demo data with the given counts. The account number determines the data. */
export const planOf = (account: number, counts: Partial<DemoPlan>): DemoPlan => ({
  ...nothing,
  ...counts,
  seed: account,
  day,
});

/** Kinds of records that only the demo needs. The benchmark skips these records. */
const left = new Set(["campaign", "spend", "listing_metric"]);

/**
 * Yields the lines of an account like the demo's, oldest records first.
 * The account has `others` invites and `others` survey responses.
 */
export function* accountLines(account: number, reviews: number, others: number): Generator<Line> {
  for (const line of demoLines(planOf(account, { reviews, invites: others, responses: others }))) {
    if (line["kind"] === "review") yield measuredReview(line);
    else if (!left.has(String(line["kind"]))) yield line;
  }
}

/**
 * Adapts a review to the baseline: removes the invite, because the baseline has no invites, and adds the custom field.
 */
function measuredReview({ invite_id: _, extras, ...line }: Line): Line {
  const isRecalled = Number(line["id"]) % recallEvery === 0;
  return { ...line, extras: { ...(extras as object | undefined), ...(isRecalled && { [recall]: "yes" }) } };
}

/** Id of a survey in the account. */
export const surveyId = Number([...accountLines(0, 0, 0)].find(({ kind }) => kind === "survey")?.["id"]);

/** Returns the number of invites in an account. It is also the number of survey responses. */
const otherRows = (reviews: number): number => Math.round(reviews / 4);

/** Returns an account's reviews as bundle lines. */
export const accountReviews = (account: number, reviews: number): readonly Line[] =>
  [...accountLines(account, reviews, otherRows(reviews))].filter(({ kind }) => kind === "review");

/** Returns the bundle of an account. For every four reviews, it has one invite and one survey response. */
export const accountBundle = (account: number, reviews: number): BundleSource =>
  linesBundle(() => accountLines(account, reviews, otherRows(reviews)));

/** Creates a bundle from lines that are generated again for each read. */
export const linesBundle = (linesOf: () => Iterable<Line>): BundleSource => ({
  async *read() {
    yield* chunksOf(linesOf(), (value) => value);
  },
});

/** Returns the lines of the account that is copied, with as many invites as reviews and half as many calls. */
export const copiedLines = (reviews: number): Iterable<Line> =>
  demoLines(planOf(77, { reviews, invites: reviews, calls: Math.round(reviews / 2) }));

/** Creates a bundle from lines of JSON. Each read parses the lines again, as if they came from a file. */
export const textBundle = (lines: readonly string[]): BundleSource => ({
  async *read() {
    yield* chunksOf(lines, (text) => JSON.parse(text) as unknown);
  },
});

const chunkLines = 1_000;

function* chunksOf<T>(lines: Iterable<T>, valueOf: (line: T) => unknown): Generator<readonly ParsedLine[]> {
  let chunk: ParsedLine[] = [];
  let line = 0;
  for (const one of lines) {
    chunk.push({ line: (line += 1), value: valueOf(one) });
    if (chunk.length < chunkLines) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Opens a database without a server, runs `work`, and closes the database. */
export async function withDomain<T>(
  url: string,
  work: (domain: Domain, storage: { readonly sealer: FeedSealer }) => Promise<T>,
  migrate = false,
): Promise<T> {
  const database = await openDatabase({ url, migrate });
  try {
    return await work(createDomain({ ...typeormPorts(database), ...noPartners }), database.storage);
  } finally {
    await database.close();
  }
}

/** Creates a bundle from lines. Each read parses the JSON of the lines again, as if they came from a file. */
export const bundleOf = (lines: Iterable<Line>) => textBundle([...lines].map((line) => JSON.stringify(line)));

/** Creates an account for a measurement. The account's key starts with `name`. */
export async function newAccount(
  { accounts, bundle }: Domain,
  name: string,
  lines: Iterable<Line>,
): Promise<AccountId> {
  const { id } = await accounts.create({ key: `${name}-${Date.now()}`, name });
  await bundle.load(id, bundleOf(lines));
  return id;
}
