import { rm } from "node:fs/promises";
import { join } from "node:path";
import { appointmentFile } from "@repute/adapter-files";
import type { AccountId, Domain, Instant } from "@repute/domain";
import { accountLines, isReview, type Line, newAccount, practiceLines, withDomain } from "../data/accounts.js";
import { importingPractice, uploadedAt, writeAppointments } from "../data/csv-files.js";
import { count } from "../plan.js";
import { databases, psql, startPostgres } from "../servers/postgres.js";
import { job, progress, runAlone, type Workshop } from "../workshop.js";

/** An account that is measured, and the database engine that stores it. */
export type Site = {
  readonly engine: "SQLite" | "PostgreSQL";
  readonly account: GrownAccount;
  readonly postgres?: StoringPostgres;
};

/** The PostgreSQL server that stores an account. */
type StoringPostgres = {
  /** Id of the main process. */
  readonly pid: number;
  /** Writes all changed pages to the files of the database. */
  checkpoint(): Promise<void>;
};

type Plan = { readonly sizes: readonly number[]; readonly postgres: boolean };

/** Creates an account of each size in each available database engine. */
export async function openSites(workshop: Workshop, { sizes, postgres }: Plan): Promise<readonly Site[]> {
  const sites: Site[] = [];
  for (const rows of sizes) {
    const url = `sqlite:${join(workshop.folder, `growth-${rows}.db`)}`;
    sites.push({ engine: "SQLite", account: await grown(workshop, url, rows) });
  }
  for (const rows of postgres ? sizes : []) {
    const site = await openPostgresSite(workshop, rows);
    if (site) sites.push(site);
  }
  return sites;
}

const grown = (workshop: Workshop, url: string, rows: number): Promise<GrownAccount> =>
  runAlone(workshop, makeAccount, { url, rows, file: join(workshop.folder, "growth.csv") });

/** Each account has its own PostgreSQL server, because the measured costs include all processes of the server. */
async function openPostgresSite(workshop: Workshop, rows: number): Promise<Site | undefined> {
  const server = await startPostgres(workshop, ["fsync=on", "synchronous_commit=on"]);
  if (!server) return undefined;
  const account = await grown(workshop, server.urlOf(databases.service), rows);
  const order = { programs: server.programs, url: server.superuserUrlOf(databases.service) };
  // Vacuum now, so that autovacuum does not run during a measurement.
  await psql(workshop, order, ["VACUUM (ANALYZE)"]);
  const printed = await psql(workshop, order, ["\\t", "SELECT pg_read_file('postmaster.pid')"]);
  const checkpoint = async () => void (await psql(workshop, order, ["CHECKPOINT"]));
  return { engine: "PostgreSQL", account, postgres: { pid: Number.parseInt(printed, 10), checkpoint } };
}

/** An account of a certain size in its own database, and credentials for all requests. */
export type GrownAccount = {
  readonly url: string;
  readonly rows: number;
  readonly account: number;
  readonly token: string;
  /** Credential for the list of users. */
  readonly accountKey: string;
  /** Credential for submissions. */
  readonly formsToken: string;
};

/** Input of a job that imports appointments into an account. `file` is the path of a temporary file. */
export type Importing = { readonly file: string; readonly rows: number; readonly first: number };

/** Number of the account's rows for each other account in the database. */
const rowsPerAccount = 100;
const rowsOfOthers = 20;

type Order = Pick<GrownAccount, "url" | "rows"> & Pick<Importing, "file">;

/** Fills a new database with an account and small other accounts, and seals their lists. */
const makeAccount = job(__filename, "makeAccount", ({ url, rows, file }: Order): Promise<GrownAccount> =>
  withDomain(url, async (domain, { sealer }) => {
    progress.show(`loading an account of ${count(rows)} rows`);
    const account = await newAccount(domain, "growing", () => growingLines(rows));
    await importNew(domain, account, { file, rows, first: 0 });
    await sealer.seal(account);
    progress.show(`creating ${count(rows / rowsPerAccount)} other accounts`);
    for (let index = 0; index < rows / rowsPerAccount; index += 1) {
      await sealer.seal(await newAccount(domain, `other-${index}`, () => accountLines(index, rowsOfOthers, 0)));
    }
    const tokenOf = async (kind: "api-token" | "account-key" | "web-forms") =>
      (await domain.access.createToken(account, { kind })).token;
    return {
      ...{ url, rows, account: Number(account), token: await tokenOf("api-token") },
      ...{ accountKey: await tokenOf("account-key"), formsToken: await tokenOf("web-forms") },
    };
  }),
);

/** Writes a file of appointments and imports it. */
export async function importNew(domain: Domain, account: AccountId, { file, rows, first }: Importing): Promise<void> {
  await writeAppointments(file, rows, first);
  await domain.imports.run(account, appointmentFile(file), { uploadedAt: Date.parse(uploadedAt) as Instant });
  await rm(file);
}

/** Number of reviews for each additional provider, campaign and user. The demo's catalog is small at every size. */
const rowsPerEntry = 10;
const firstEntry = 10_001;
/** Added to the ids of the practice in the import benchmark, because the demo's practice uses the same ids. */
const importingIds = 5_000;

/** Returns the `scct_parameter` of an added campaign. */
export const parameterOf = (index: number): string => `growth-${index}`;

/** Yields the bundle lines of an account in which all kinds of records grow with the number of reviews. */
export function* growingLines(rows: number): Generator<Line> {
  const others = Math.round(rows / 4);
  for (const line of practiceLines(79, { reviews: rows, invites: others, submissions: others })) {
    if (line["kind"] !== "import_connection") yield line;
  }
  for (const line of importingPractice) {
    yield typeof line["id"] === "number" ? { ...line, id: line["id"] + importingIds } : line;
  }
  for (let index = 0; index < rows / rowsPerEntry; index += 1) yield* entries(index);
}

function* entries(index: number): Generator<Line> {
  const id = firstEntry + index;
  yield { kind: "provider", id, name: `Provider ${index}`, external_provider_ids: [`GROWTH-${index}`] };
  const campaign = { name: `Campaign ${index}`, channel: "Paid Search", scct_parameter: parameterOf(index) };
  yield { kind: "campaign", id, ...campaign, tracking_numbers: [] };
  const email = `user${index}@growth.example`;
  yield { kind: "user", id, name: `User ${index}`, email, role: "Office Staff" };
}

/** Returns 1 % of the account's reviews, evenly spaced, with a changed comment. */
export const scatteredReviews = (rows: number, comment: string): readonly Line[] =>
  [...growingLines(rows)]
    .filter(isReview)
    .filter((_, index) => index % 100 === 99)
    .map((line) => ({ ...line, comment }));
