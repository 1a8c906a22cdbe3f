import { existsSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { userInfo } from "node:os";
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { FileOptions } from "@repute/adapter-files";
import { type Domain, notFound, originText, unavailable } from "@repute/domain";
import type { Command } from "commander";
import { type OpenDomain, openDomain } from "../open-domain.js";
import { databaseFile, isPostgresUrl } from "../settings/address.js";
import { type Config, readConfig } from "../settings/config.js";
import type { Terminal } from "../terminal/terminal.js";

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
export async function withNewDomain<T>(terminal: Terminal, work: Work<T>): Promise<T> {
  const config = readConfig(terminal.env);
  await refuseLostDatabase(config, createAgain);
  return closing(await openDomain(config, { migrate: "new", operator, warn: warningsOn(terminal) }), work);
}

/** Runs `work` on the configured database, which must exist and be up to date. */
export async function withExistingDomain<T>(terminal: Terminal, work: Work<T>): Promise<T> {
  const config = readConfig(terminal.env);
  await refuseLostDatabase(config, createAgain);
  refuseAbsent(config);
  return closing(await openDomain(config, { operator, warn: warningsOn(terminal) }), work);
}

/** Returns the operating system user who runs the command, or "unknown" for a user ID without a name. */
export function operator(): { readonly osUser: string } {
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

/** Throws if the SQLite file does not exist. */
export function refuseAbsent({ databaseUrl }: Config): void {
  if (isPostgresUrl(databaseUrl)) return;
  const file = databaseFile(databaseUrl);
  if (existsSync(file)) return;
  throw notFound(
    "database_absent",
    `the database file ${file} does not exist; set DATABASE_URL to an existing database, or create this database with \`repute migrate\``,
  );
}

/**
 * Opens the input file of a command.
 * `-` is standard input, which is copied to a private file so that it can be read several times.
 */
export async function withInputFile<T>(
  { stdin }: Terminal,
  file: string,
  work: (file: string | FileHandle) => Promise<T>,
): Promise<T> {
  if (file !== "-") return work(file);
  const { spoolToFile } = await import("@repute/adapter-files");
  const spool = await spoolToFile(stdin);
  try {
    return await work(spool.file);
  } finally {
    await spool.close();
  }
}

/** Returns file options with a callback that prints notices to standard error. */
export const noticesOf = ({ stderr }: Terminal): FileOptions => ({
  onNotice: (text) => void stderr.write(`note: ${text}\n`),
});

/** Returns a function that prints warnings to standard error. */
export const warningsOn =
  ({ stderr }: Terminal) =>
  (message: string): void =>
    void stderr.write(`warning: ${message}\n`);

/** Suffixes of files that remain after the database file itself is lost. */
const companions = [".lock", ".token-keys", "-wal"];

/**
 * Number of checks, and interval between checks in milliseconds, while another process may be creating the database.
 */
const attempts = 20;
const milliseconds = 50;

/**
 * Throws if the SQLite file existed before and is now missing.
 * `way` is the command that the error recommends for creating a new database.
 */
export async function refuseLostDatabase({ databaseUrl }: Config, way: string): Promise<void> {
  if (isPostgresUrl(databaseUrl)) return;
  const file = databaseFile(databaseUrl);
  let left = traceOf(file);
  for (let attempt = 1; left !== undefined && attempt < attempts; attempt += 1) {
    await setTimeout(milliseconds);
    left = traceOf(file);
  }
  if (left === undefined) return;
  throw unavailable(
    "database_missing",
    `the database file ${file} is missing, but the file ${basename(left)} in the same folder shows that the database existed; restore a backup with \`repute restore\`, or create a new database with \`${way}\``,
  );
}

/** Returns the name of a remaining companion file if the database file is missing. */
function traceOf(file: string): string | undefined {
  return existsSync(file) ? undefined : companions.map((ending) => file + ending).find((name) => existsSync(name));
}
