import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import type { Domain } from "@repute/domain";
import { notFound, originText } from "@repute/domain";
import type { Command } from "commander";
import type { OpenDomain } from "../compose.js";
import { openDomain } from "../compose.js";
import type { Config } from "../config.js";
import { readConfig } from "../config.js";
import { refuseLostDatabase } from "../lost-database.js";
import { databaseFile, isPostgresUrl } from "../settings/urls.js";
import type { Terminal } from "../terminal.js";

/** The option that every command has. */
export type JsonOption = { readonly json?: true };

/** Option of the commands that create a database. */
export type CreateOption = { readonly create?: true };

export const createDescription = "Replace a lost database file with a new, empty database";

/** Adds a command to `parent` that has `--json` and whose help shows how it is used. */
export function addCommand(parent: Command, name: string, description: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ ${example}`).join("\n");
  return parent
    .command(name)
    .description(description)
    .option("--json", "Print JSON")
    .addHelpText("after", `\nExample${examples.length > 1 ? "s" : ""}:\n${lines}`);
}

type Work<T> = (domain: Domain) => Promise<T>;

/** Runs `work` on the configured database, and creates it if it is new. Never migrates an older database. */
export async function withNewDomain<T>({ env }: Terminal, work: Work<T>): Promise<T> {
  const config = readConfig(env);
  await refuseLostDatabase(config, "repute migrate --create");
  return closing(await openDomain(config, { migrate: "new", operator }), work);
}

/** Runs `work` on the configured database, which must exist and be up to date. */
export async function withExistingDomain<T>({ env }: Terminal, work: Work<T>): Promise<T> {
  const config = readConfig(env);
  refuseAbsent(config);
  return closing(await openDomain(config, { operator }), work);
}

/** Who runs the command. A user without an entry in the user database is identified by number. */
function operator(): { readonly osUser: string } {
  try {
    return { osUser: originText(userInfo().username) ?? "unknown" };
  } catch {
    return { osUser: `uid ${process.getuid?.() ?? "unknown"}` };
  }
}

async function closing<T>({ domain, close }: OpenDomain, work: Work<T>): Promise<T> {
  try {
    return await work(domain);
  } finally {
    await close();
  }
}

function refuseAbsent({ databaseUrl }: Config): void {
  if (isPostgresUrl(databaseUrl)) return;
  const file = databaseFile(databaseUrl);
  if (existsSync(file)) return;
  throw notFound(
    "database_absent",
    `there is no database at ${file}; set DATABASE_URL, or create a database with "repute account create"`,
  );
}
