import type { Data } from "../data/make-data.js";
import type { Workshop } from "../workshop.js";
import { psql } from "./psql.js";
import type { PostgresServer } from "./start-postgres.js";

/** The service tells the planner to walk the index, which is the fastest way: psql is not to lose by a slower one. */
const walkTheIndex = { enable_sort: "off", enable_bitmapscan: "off", jit: "off" };

/**
 * Lets `psql \copy` take the items of the whole list: the same bytes in the same order, in the format that is the
 * fastest for it, kept nowhere. Answers milliseconds, without what it takes to start psql and to connect.
 */
export async function timeCopy(
  workshop: Workshop,
  { programs }: Pick<PostgresServer, "programs">,
  { url, account }: Data,
): Promise<number> {
  const items = `SELECT item FROM feed WHERE account_id = ${account} AND list = 'reviews'
    ORDER BY at DESC, kind DESC, id DESC`.replace(/\s+/g, " ");
  const settings = { "app.account_id": account, ...walkTheIndex };
  const copy = `\\copy (${items}) TO '/dev/null' (FORMAT binary)`;
  return millisecondsIn(await psql(workshop, { programs, url, settings }, ["\\timing on", copy]));
}

/** What psql prints of the time that a command took. */
export function millisecondsIn(printed: string): number {
  const [, milliseconds] = /^Time: (\d+\.\d+) ms/m.exec(printed) ?? [];
  if (milliseconds === undefined) throw new Error(`psql printed no time: ${printed}`);
  return Number(milliseconds);
}
