import { rm } from "node:fs/promises";
import { join } from "node:path";
import { appointmentFile } from "@repute/adapter-files";
import { demoLines } from "@repute/demo";
import type { AccountId, BundleSource, Domain, FeedSealer, Instant } from "@repute/domain";
import { accountLines, bundleOf, type Line, linesBundle, planOf, withDomain } from "../data/accounts.js";
import { importingPractice, uploadedAt, writeAppointments } from "../data/csv-files.js";
import { count } from "../row.js";
import { databases, psql, startPostgres } from "../servers/postgres.js";
import { job, runAlone, type Workshop } from "../workshop.js";

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
const makeAccount = job(__filename, "makeAccount", ({ url, rows, file }: Order, { progress }): Promise<GrownAccount> =>
  withDomain(
    url,
    async (domain, { sealer }) => {
      progress(`loading an account of ${count(rows)} rows`);
      const { id } = await domain.accounts.create({ key: "growing", name: "Growing" });
      await domain.bundle.load(id, growingBundle(rows));
      await importNew(domain, id, { file, rows, first: 0 });
      await sealer.seal(id);
      progress(`creating ${count(rows / rowsPerAccount)} other accounts`);
      for (let index = 0; index < rows / rowsPerAccount; index += 1) await addOther(domain, sealer, index);
      const { token } = await domain.access.createToken(id, { kind: "api-token" });
      const { token: accountKey } = await domain.access.createToken(id, { kind: "account-key" });
      const { token: formsToken } = await domain.access.createToken(id, { kind: "web-forms" });
      return { url, rows, account: Number(id), token, accountKey, formsToken };
    },
    true,
  ),
);

/** Writes a file of appointments and imports it. */
export async function importNew(domain: Domain, account: AccountId, { file, rows, first }: Importing): Promise<void> {
  await writeAppointments(file, rows, first);
  await domain.imports.run(account, appointmentFile(file), { uploadedAt: Date.parse(uploadedAt) as Instant });
  await rm(file);
}

async function addOther({ accounts, bundle }: Domain, sealer: FeedSealer, index: number): Promise<void> {
  const { id } = await accounts.create({ key: `other-${index}`, name: `Other ${index}` });
  await bundle.load(id, bundleOf(accountLines(index, rowsOfOthers, 0)));
  await sealer.seal(id);
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
  const plan = planOf(79, { reviews: rows, invites: Math.round(rows / 4), submissions: Math.round(rows / 4) });
  for (const line of demoLines(plan)) if (line["kind"] !== "import_connection") yield line;
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

export const growingBundle = (rows: number): BundleSource => linesBundle(() => growingLines(rows));

/** Returns 1 % of the account's reviews, evenly spaced, with a changed comment. */
export function scatteredReviews(rows: number, comment: string): readonly Line[] {
  const found: Line[] = [];
  let reviews = 0;
  for (const line of growingLines(rows)) {
    if (line["kind"] === "review" && (reviews += 1) % 100 === 0) found.push({ ...line, comment });
  }
  return found;
}
