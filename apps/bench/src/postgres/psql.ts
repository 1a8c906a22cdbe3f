import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Data } from "../data/make-data.js";
import type { Workshop } from "../workshop.js";

export type PsqlOrder = {
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
