import { join } from "node:path";
import { runAlone } from "../children/worker.js";
import { psql } from "../postgres/psql.js";
import { databases, startPostgres } from "../postgres/start-postgres.js";
import type { Workshop } from "../workshop.js";
import { type GrownAccount, makeAccount } from "./make-account.js";

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
