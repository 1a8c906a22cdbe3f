import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { postgresPrograms, throwawayCluster } from "@repute/adapter-typeorm/testing";
import { type Data, makeData, type Prepared } from "../data/accounts.js";
import { type Plan, sizesOf } from "../plan.js";
import { progress, runAlone, type Workshop } from "../workshop.js";

/** A PostgreSQL server that is removed after the run. */
export type PostgresServer = {
  /** Folder of the PostgreSQL programs. */
  readonly programs: string;
  /** Returns the URL of a database for the service's role, which owns the database and is not a superuser. */
  urlOf(database: string): string;
  /** Returns the URL of a database for a superuser, who bypasses row-level security. */
  superuserUrlOf(database: string): string;
};

export const databases = { service: "service", naive: "naive" } as const;

const role = "repute";

/**
 * Starts a PostgreSQL server with an empty database for the service. `settings` adds server settings.
 * Returns undefined if PostgreSQL is not installed.
 */
export async function startPostgres(
  workshop: Workshop,
  settings: readonly string[] = [],
): Promise<PostgresServer | undefined> {
  const programs = postgresPrograms();
  if (programs === undefined || !existsSync(join(programs, "psql"))) return undefined;
  progress.show("starting PostgreSQL");
  const cluster = await throwawayCluster(programs, { settings });
  workshop.atEnd(() => cluster.remove());
  await psql(workshop, { programs, url: cluster.url }, [
    `CREATE ROLE ${role} LOGIN`,
    `CREATE DATABASE ${databases.service} OWNER ${role}`,
  ]);
  const superuserUrlOf = (database: string) => withParts(cluster.url, { pathname: database });
  return { programs, superuserUrlOf, urlOf: (database) => withParts(superuserUrlOf(database), { username: role }) };
}

/** Creates an empty database, which replaces the one from the previous measurement. Returns its URL. */
export async function emptyDatabase(
  workshop: Workshop,
  { programs, urlOf, superuserUrlOf }: PostgresServer,
): Promise<string> {
  const [url, name] = [superuserUrlOf("postgres"), "loading"];
  await psql(workshop, { programs, url }, [`DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name} OWNER ${role}`]);
  return urlOf(name);
}

const withParts = (url: string, parts: { readonly pathname?: string; readonly username?: string }): string =>
  Object.assign(new URL(url), parts).href;

/** Loads the data of a run into PostgreSQL. Copies the records into a separate database for the baseline. */
export async function preparePostgres(workshop: Workshop, server: PostgresServer, { rows }: Plan): Promise<Prepared> {
  const { programs, urlOf, superuserUrlOf } = server;
  const url = urlOf(databases.service);
  const data = await runAlone(workshop, makeData, { url, sizes: sizesOf(rows) });
  progress.show("copying the records for the baseline");
  const superuser = (database: string, ...commands: readonly string[]) =>
    psql(workshop, { programs, url: superuserUrlOf(database) }, commands);
  await superuser("postgres", `CREATE DATABASE ${databases.naive} TEMPLATE ${databases.service}`);
  // Vacuum now, so that autovacuum does not run during a measurement.
  await superuser(databases.service, "VACUUM (ANALYZE)");
  await superuser(
    databases.naive,
    "DROP TABLE feed",
    "CREATE INDEX reviews_by_time ON reviews (account_id, created_at)",
    "VACUUM (ANALYZE)",
  );
  return { ...data, naiveUrl: superuserUrlOf(databases.naive) };
}

type PsqlOrder = {
  /** Folder of the PostgreSQL programs. */
  readonly programs: string;
  readonly url: string;
  readonly settings?: Readonly<Record<string, string | number>>;
};

/** Runs commands in one `psql` session. Returns the output. */
export async function psql(
  { adopt }: Workshop,
  { programs, url, settings = {} }: PsqlOrder,
  commands: readonly string[],
): Promise<string> {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const child = adopt(
    spawn(
      join(programs, "psql"),
      ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url, ...commands.flatMap((command) => ["-c", command])],
      { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, PGOPTIONS: options.join(" ") } },
    ),
  );
  const ended = once(child, "close");
  const printed = await text(child.stdout);
  await ended;
  if (child.exitCode !== 0) throw new Error(`psql ended with ${child.exitCode}`);
  return printed;
}

/**
 * Settings that force an index scan, as the service does.
 * Without them, psql gets a slower plan, and the comparison would be unfair.
 */
const walkTheIndex = { enable_sort: "off", enable_bitmapscan: "off", jit: "off" };

/**
 * Times `psql \copy` of the whole list in the fastest format, with the same bytes and order.
 * Discards the output.
 * Returns milliseconds, without the time to start psql and connect.
 */
export async function timeCopy(
  workshop: Workshop,
  { programs }: Pick<PsqlOrder, "programs">,
  { url, account }: Data,
): Promise<number> {
  const items = `SELECT item FROM feed WHERE account_id = ${account} AND list = 'reviews'
    ORDER BY at DESC, kind DESC, id DESC`.replace(/\s+/g, " ");
  const settings = { "app.account_id": account, ...walkTheIndex };
  const copy = `\\copy (${items}) TO '/dev/null' (FORMAT binary)`;
  return millisecondsIn(await psql(workshop, { programs, url, settings }, ["\\timing on", copy]));
}

/** Parses the duration in psql's output. Returns milliseconds. */
export function millisecondsIn(printed: string): number {
  const [, milliseconds] = /^Time: (\d+\.\d+) ms/m.exec(printed) ?? [];
  if (milliseconds === undefined) throw new Error(`psql printed no time: ${printed}`);
  return Number(milliseconds);
}
