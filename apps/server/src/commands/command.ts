import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { type Domain, notFound, originText } from "@repute/domain";
import type { Command } from "commander";
import { type OpenDomain, openDomain } from "../compose.js";
import { type Config, readConfig } from "../config.js";
import { refuseLostDatabase } from "../lost-database.js";
import { databaseFile, isPostgresUrl } from "../settings/urls.js";
import type { Terminal } from "../terminal.js";

/** The option `--json`, which every command has. */
export type JsonOption = { readonly json?: true };

/** The option `--create` of commands that can create a database. */
export type CreateOption = { readonly create?: true };

export const createDescription = "Replace a lost database file with a new, empty database";

/** Adds a command with `--json` and usage examples to `parent`. */
export function addCommand(parent: Command, name: string, description: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ ${example}`).join("\n");
  return parent
    .command(name)
    .description(description)
    .option("--json", "Print JSON")
    .addHelpText("after", `\nExample${examples.length > 1 ? "s" : ""}:\n${lines}`);
}

/** Shell command for operators who want to replace a lost database file with an empty one. */
const createAgain = "repute migrate --create";

type Work<T> = (domain: Domain) => Promise<T>;

/** Runs `work` on the configured database. Creates a new database if none exists, but never migrates an older one. */
export async function withNewDomain<T>({ env }: Terminal, work: Work<T>): Promise<T> {
  const config = readConfig(env);
  await refuseLostDatabase(config, createAgain);
  return closing(await openDomain(config, { migrate: "new", operator }), work);
}

/** Runs `work` on the configured database, which must exist and be up to date. */
export async function withExistingDomain<T>({ env }: Terminal, work: Work<T>): Promise<T> {
  const config = readConfig(env);
  await refuseLostDatabase(config, createAgain);
  refuseAbsent(config);
  return closing(await openDomain(config, { operator }), work);
}

/** Returns the operating system user who runs the command, or "unknown" for a user ID without a name. */
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
    `the database file ${file} does not exist; set DATABASE_URL to an existing database, or create this database with \`repute migrate\``,
  );
}
