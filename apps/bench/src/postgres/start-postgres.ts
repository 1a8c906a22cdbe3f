import { existsSync } from "node:fs";
import { join } from "node:path";
import { postgresPrograms, throwawayCluster } from "@repute/adapter-typeorm/testing";
import { runAlone } from "../children/worker.js";
import { makeData } from "../data/make-data.js";
import type { Prepared } from "../data/prepare-data.js";
import { type Plan, sizesOf } from "../plan.js";
import type { Workshop } from "../workshop.js";
import { psql } from "./psql.js";

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
  workshop.progress("starting PostgreSQL");
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
  workshop.progress("copying the records for the baseline");
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
