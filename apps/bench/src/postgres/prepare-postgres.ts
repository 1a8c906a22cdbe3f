import { runAlone } from "../children/worker.js";
import type { Prepared } from "../data/prepare-data.js";
import type { Plan } from "../plan.js";
import { sizesOf } from "../plan.js";
import type { Workshop } from "../workshop.js";
import { psql } from "./psql.js";
import type { PostgresServer } from "./start-postgres.js";
import { databases } from "./start-postgres.js";

/** Makes the data of a run on a PostgreSQL server, loaded as into a file, and a copy of its records for the naive way. */
export async function preparePostgres(workshop: Workshop, server: PostgresServer, { rows }: Plan): Promise<Prepared> {
  const { programs, urlOf, superuserUrlOf } = server;
  const url = urlOf(databases.service);
  const data = await runAlone(workshop, "makeData", { url, rows, others: sizesOf(rows).others });
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
