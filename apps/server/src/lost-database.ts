import { existsSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import { unavailable } from "@repute/domain";
import type { Config } from "./config.js";
import { databaseFile, isPostgresUrl } from "./settings/urls.js";

/** Endings of the files that stay beside a database after its own file is gone. */
const companions = [".lock", ".token-keys", "-wal"];

/** Another process that creates the database makes its files one after the other. */
const attempts = 20;
const milliseconds = 50;

/** Refuses a SQLite database whose file is missing although it existed before; `way` says how to create a new one. */
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

/** A file that shows that the missing database existed. */
function traceOf(file: string): string | undefined {
  return existsSync(file) ? undefined : companions.map((ending) => file + ending).find((name) => existsSync(name));
}
