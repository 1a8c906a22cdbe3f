import { existsSync } from "node:fs";
import { join } from "node:path";
import { postgresPrograms, throwawayCluster } from "@repute/adapter-typeorm/testing";
import { runAlone } from "../children/worker.js";
import { makeData } from "../data/make-data.js";
import type { Prepared } from "../data/prepare-data.js";
import type { Plan } from "../plan.js";
import { sizesOf } from "../plan.js";
import type { Workshop } from "../workshop.js";
import { psql } from "./psql.js";

/** A PostgreSQL server that goes away with the run. */
export type PostgresServer = {
  /** The folder of its programs. */
  readonly programs: string;
  /** A database as the service's role, which owns it and is no superuser. */
  urlOf(database: string): string;
  /** The same as a superuser, who sees past row-level security. */
  superuserUrlOf(database: string): string;
};

/** The databases of the service and of the naive way. */
const databases = { service: "service", naive: "naive" } as const;

const role = "repute";

/** Starts a server with an empty database for the service; `undefined` where PostgreSQL is not installed. */
export async function startPostgres(workshop: Workshop): Promise<PostgresServer | undefined> {
  const programs = postgresPrograms();
  if (programs === undefined || !existsSync(join(programs, "psql"))) return undefined;
  workshop.progress("starting PostgreSQL");
  const cluster = await throwawayCluster(programs);
  workshop.atEnd(() => cluster.remove());
  await psql(workshop, { programs, url: cluster.url }, [
    `CREATE ROLE ${role} LOGIN`,
    `CREATE DATABASE ${databases.service} OWNER ${role}`,
  ]);
  const superuserUrlOf = (database: string) => withParts(cluster.url, { pathname: database });
  return { programs, superuserUrlOf, urlOf: (database) => withParts(superuserUrlOf(database), { username: role }) };
}

/** A database with nothing in it, the same each time. */
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

/** Makes the data of a run on a PostgreSQL server, loaded as into a file, and a copy of its records for the naive way. */
export async function preparePostgres(workshop: Workshop, server: PostgresServer, { rows }: Plan): Promise<Prepared> {
  const { programs, urlOf, superuserUrlOf } = server;
  const url = urlOf(databases.service);
  const data = await runAlone(workshop, makeData, { url, sizes: sizesOf(rows) });
  workshop.progress("copying the records for the naive way");
  const superuser = (database: string, ...commands: readonly string[]) =>
    psql(workshop, { programs, url: superuserUrlOf(database) }, commands);
  await superuser("postgres", `CREATE DATABASE ${databases.naive} TEMPLATE ${databases.service}`);
  // What the server does by itself sooner or later, it is not to do while something is measured.
  await superuser(databases.service, "VACUUM (ANALYZE)");
  await superuser(
    databases.naive,
    "DROP TABLE feed",
    "CREATE INDEX reviews_by_time ON reviews (account_id, created_at)",
    "VACUUM (ANALYZE)",
  );
  return { ...data, naiveUrl: superuserUrlOf(databases.naive) };
}
