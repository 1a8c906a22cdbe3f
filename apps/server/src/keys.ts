import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type JwksPorts, jwksPorts } from "@repute/adapter-jwks";
import { systemClock } from "@repute/adapter-typeorm";
import { type Clock, invalid, isDomainError } from "@repute/domain";
import { databaseFile, isPostgresUrl } from "./settings/address.js";
import type { Config } from "./settings/config.js";

/** Maps error codes to the environment variable that the error message names. */
const variables: Readonly<Record<string, string>> = {
  invalid_token_keys: "TOKEN_KEYS",
  invalid_origin: "JWK_URL_ALLOW",
};

/** Throws if a configured key or origin is invalid. Reads no file. */
export function checkKeys(config: Config): void {
  requireTokenKeys(config);
  keyPorts(config, config.tokenKeys ?? newTokenKeys(), systemClock).close();
}

/** Throws if the service must not fetch a partner's keys from a URL. */
export async function checkKeyUrl(config: Config, url: string): Promise<void> {
  const { partnerKeys, close } = keyPorts(config, newTokenKeys(), systemClock);
  await partnerKeys.checkUrl(url).finally(close);
}

/** Creates the ports for partners' keys and access tokens. Errors contain the name of the environment variable. */
export function keyPorts({ jwkUrlAllow, webhookAllow }: Config, tokenKeys: string, clock: Clock): JwksPorts {
  try {
    return jwksPorts({ tokenKeys, allow: jwkUrlAllow, webhookAllow, clock });
  } catch (error) {
    const isOfWebhook = isDomainError(error) && webhookAllow.some((one) => error.message.startsWith(`"${one}" `));
    const variable = isOfWebhook ? "WEBHOOK_ALLOW" : isDomainError(error) ? variables[error.code] : undefined;
    if (!isDomainError(error) || variable === undefined) throw error;
    throw invalid("invalid_configuration", `${variable}: ${error.message.replace(/^token keys: /, "")}`);
  }
}

type KeySettings = { readonly databaseUrl: string; readonly tokenKeys?: string | undefined };

/** Generates a new random key for access tokens. */
const newTokenKeys = (): string => `${new Date().toISOString().slice(0, 10)}:${randomBytes(32).toString("base64")}`;

/**
 * Returns the keys that sign access tokens.
 * They come from the configuration, or from a file beside an embedded database.
 * The file is created if it does not exist.
 * PostgreSQL requires configured keys, because several processes share them.
 */
export async function tokenKeysOf({ tokenKeys, databaseUrl }: KeySettings): Promise<string> {
  requireTokenKeys({ tokenKeys, databaseUrl });
  return tokenKeys ?? storedKeys(keyFile(databaseUrl));
}

const keyFile = (databaseUrl: string): string => `${databaseFile(databaseUrl)}.token-keys`;

/** Counts the keys for access tokens, or returns `undefined` if no server has created one yet. Throws if one is invalid. */
export async function countTokenKeys(config: Config): Promise<number | undefined> {
  const keys = config.tokenKeys ?? (await readFile(keyFile(config.databaseUrl), "utf8").catch(unlessAbsent));
  if (keys === undefined) return undefined;
  keyPorts(config, keys.trim(), systemClock).close();
  return keys.split(",").length;
}

/** Throws if PostgreSQL is used without `TOKEN_KEYS`. */
function requireTokenKeys({ tokenKeys, databaseUrl }: KeySettings): void {
  if (tokenKeys !== undefined || !isPostgresUrl(databaseUrl)) return;
  throw invalid(
    "invalid_configuration",
    'TOKEN_KEYS is required with PostgreSQL and must have the same value in every process (to create a value, run: echo "1:$(openssl rand -base64 32)")',
  );
}

/**
 * Reads the key file, or creates it with access for its owner only.
 * If several processes start at the same time, only one creates the file.
 */
async function storedKeys(file: string): Promise<string> {
  const stored = await readFile(file, "utf8").catch(unlessAbsent);
  if (stored !== undefined) return stored.trim();
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
