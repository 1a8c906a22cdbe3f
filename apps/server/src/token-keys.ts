import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { invalid } from "@repute/domain";
import { databaseFile, isPostgresUrl } from "./settings/urls.js";

type KeySettings = { readonly databaseUrl: string; readonly tokenKeys?: string | undefined };

/** A key that nobody had before. */
export const newTokenKeys = (): string =>
  `${new Date().toISOString().slice(0, 10)}:${randomBytes(32).toString("base64")}`;

/**
 * The keys that access tokens are signed with: those of the configuration, else those kept beside an embedded database,
 * made there when there are none. Processes that share a server's database must be given theirs.
 */
export async function tokenKeysOf({ tokenKeys, databaseUrl }: KeySettings): Promise<string> {
  requireTokenKeys({ tokenKeys, databaseUrl });
  return tokenKeys ?? keptKeys(`${databaseFile(databaseUrl)}.token-keys`);
}

/** Refuses PostgreSQL without `TOKEN_KEYS`. */
export function requireTokenKeys({ tokenKeys, databaseUrl }: KeySettings): void {
  if (tokenKeys !== undefined || !isPostgresUrl(databaseUrl)) return;
  throw invalid(
    "invalid_configuration",
    'TOKEN_KEYS is required with PostgreSQL and must have the same value in every process (to create a value, run: echo "1:$(openssl rand -base64 32)")',
  );
}

/** Of any number of processes that start at the same time, one makes the file, readable by its owner alone. */
async function keptKeys(file: string): Promise<string> {
  const kept = await readFile(file, "utf8").catch(unlessAbsent);
  if (kept !== undefined) return kept.trim();
  const fresh = `${file}.${process.pid}-${randomBytes(6).toString("hex")}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(fresh, `${newTokenKeys()}\n`, { mode: 0o600, flag: "wx" });
  await link(fresh, file).catch(unlessThere);
  await rm(fresh);
  return (await readFile(file, "utf8")).trim();
}

const unlessAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};

const unlessThere = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EEXIST") throw error;
};
