import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Workshop } from "../workshop.js";

export type PsqlOrder = {
  /** The folder of PostgreSQL's programs. */
  readonly programs: string;
  readonly url: string;
  /** What the session is set to before its first command. */
  readonly settings?: Readonly<Record<string, string | number>>;
};

/** Runs commands one after another in one session of `psql`; answers what it prints. */
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
