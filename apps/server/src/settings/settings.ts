import type { CodeRanges, TimeZone } from "@repute/domain";
import { parseCodeRanges, parseTimeZone } from "@repute/domain";
import type { Address } from "./address.js";
import { isHost, parseAddress, parsePort } from "./address.js";
import type { Setting } from "./setting.js";
import { wholeNumber } from "./setting.js";
import { parseTrustProxy } from "./trust-proxy.js";
import { isBaseUrl, isPostgresUrl } from "./urls.js";

const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** What is logged at the least. */
export type LogLevel = (typeof logLevels)[number];

export const databaseUrl: Setting<string> = {
  variable: "DATABASE_URL",
  secret: true,
  expected: "a URL such as sqlite:./data/repute.db or postgres://user:password@host/database",
  parse: (text) => (/^sqlite:(?!\/\/|:)[^\0]*[^\0/\s]$/.test(text) || isPostgresUrl(text) ? text : undefined),
};

export const migrationDatabaseUrl: Setting<string> = {
  variable: "MIGRATION_DATABASE_URL",
  secret: true,
  expected: "postgres://owner:password@host/database",
  parse: (text) => (isPostgresUrl(text) ? text : undefined),
};

export const databasePool = wholeNumberIn("DATABASE_POOL", 2, 1_000);

export const host: Setting<string> = {
  variable: "HOST",
  expected: "a host name or IP address, such as 127.0.0.1, or 0.0.0.0 for all network interfaces",
  parse: (text) => (isHost(text) ? text : undefined),
};

export const port: Setting<number> = {
  variable: "PORT",
  expected: "a port number from 0 to 65535 (0 for any free port)",
  parse: parsePort,
};

export const baseUrl: Setting<string> = {
  variable: "BASE_URL",
  expected: "an http or https URL without a trailing slash, such as https://repute.example.com",
  parse: (text) => (isBaseUrl(text) ? text : undefined),
};

/** What stands in it is judged where keys are: it must not be repeated, and there is much to say of it. */
export const tokenKeys: Setting<string> = {
  variable: "TOKEN_KEYS",
  secret: true,
  expected: "keys",
  parse: (text) => text,
};

export const accessTokenSeconds = wholeNumberIn("ACCESS_TOKEN_SECONDS", 1, 3_600);

export const jwkUrlAllow: Setting<readonly string[]> = {
  variable: "JWK_URL_ALLOW",
  expected: "comma-separated origins, such as https://keys.internal:8443",
  parse: (text) => text.split(",").map((origin) => origin.trim()),
};

export const requestsPerMinute = perMinute("RATE_LIMIT_PER_MINUTE");
export const tokenRequestsPerMinute = perMinute("TOKEN_RATE_LIMIT_PER_MINUTE");
export const embedRequestsPerMinute = perMinute("EMBED_RATE_LIMIT_PER_MINUTE");
export const invitationRequestsPerMinute = perMinute("INVITATION_RATE_LIMIT_PER_MINUTE");

export const trustProxy: Setting<boolean | number | string> = {
  variable: "TRUST_PROXY",
  expected: "true, false, loopback, a number of proxies, or the comma-separated addresses and networks of proxies",
  parse: parseTrustProxy,
};

export const bulkSubmissions = wholeNumberIn("BULK_SUBMISSIONS", 1, 10_000);

export const oasExcludedCodes: Setting<CodeRanges> = {
  variable: "OAS_EXCLUDED_CODES",
  expected: "comma-separated procedure codes and code ranges, such as 16020-16030,29000-29799",
  parse: parseCodeRanges,
};

export const timeZone: Setting<TimeZone> = {
  variable: "TIME_ZONE",
  expected: "an IANA time zone, such as America/Denver",
  parse: parseTimeZone,
};

export const logLevel: Setting<LogLevel> = {
  variable: "LOG_LEVEL",
  expected: `one of ${logLevels.join(", ")}`,
  parse: (text) => logLevels.find((level) => level === text),
};

export const maxLists = wholeNumberIn("MAX_LISTS", 1, 1_000);
export const maxListsPerAccount = wholeNumberIn("MAX_LISTS_PER_ACCOUNT", 1, 1_000);

export const bodyBytes = wholeNumberIn("BODY_BYTES", 8_388_608, 4_294_967_296);

export const listBytesPerSecond = wholeNumberIn("LIST_BYTES_PER_SECOND", 1, 999_999_999);
export const listSeconds = wholeNumberIn("LIST_SECONDS", 1, 86_400);
export const tombstoneDays = wholeNumberIn("TOMBSTONE_DAYS", 1, 3_650);
export const errorRowDays = wholeNumberIn("ERROR_ROW_DAYS", 1, 36_500);
export const auditDays = wholeNumberIn("AUDIT_DAYS", 1, 36_500);
export const drainSeconds = wholeNumberIn("DRAIN_SECONDS", 0, 3_600);
export const drainDelaySeconds = wholeNumberIn("DRAIN_DELAY_SECONDS", 0, 600);

export const imageFolder: Setting<string> = {
  variable: "IMAGE_DIR",
  expected: "a folder path, such as ./data/images",
  parse: (text) => (text.includes("\0") ? undefined : text),
};

export const metrics: Setting<boolean> = {
  variable: "METRICS",
  expected: "on or off",
  parse: (text) =>
    new Map([
      ["on", true],
      ["off", false],
    ]).get(text),
};

export const metricsAddress: Setting<Address> = {
  variable: "METRICS_ADDRESS",
  expected: "a host and a port, such as 127.0.0.1:9464",
  parse: parseAddress,
};

function wholeNumberIn(variable: string, least: number, most: number): Setting<number> {
  return { variable, expected: `an integer from ${least} to ${most}`, parse: wholeNumber(least, most) };
}

function perMinute(variable: string): Setting<number> {
  return { variable, expected: "an integer from 0 to 1000000 (0 for no limit)", parse: wholeNumber(0, 1_000_000) };
}
