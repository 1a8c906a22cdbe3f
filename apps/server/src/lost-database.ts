import { existsSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import { unavailable } from "@repute/domain";
import type { Config } from "./config.js";
import { databaseFile, isPostgresUrl } from "./settings/urls.js";

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
