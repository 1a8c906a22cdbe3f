import { isIP } from "node:net";
import type { SmtpOptions } from "@repute/adapter-users";
import { parseMailSender, parseSmtpUrl } from "@repute/adapter-users";
import type { CodeRanges, TimeZone } from "@repute/domain";
import { defined, invalid, parseCodeRanges, parseTimeZone, utc } from "@repute/domain";

/** Variables by name, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Everything that an operator decides. */
export type Config = {
  readonly databaseUrl: string;
  /** PostgreSQL: the same database as the role that owns its tables; `databaseUrl` when absent. */
  readonly migrationDatabaseUrl?: string;
  /** PostgreSQL: how many connections a process uses for everything but lists. */
  readonly databasePool: number;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The service's address as its users see it; from the host and port when absent. */
  readonly baseUrl?: string;
  /** Keys that access tokens are signed with: `kid:base64`, the first signs, all verify; kept beside an embedded database when absent. */
  readonly tokenKeys?: string;
  /** For how many seconds an access token is good. */
  readonly accessTokenSeconds: number;
  /** Origins of partners' keys that need not be public. */
  readonly jwkUrlAllow: readonly string[];
  /** How often a credential may ask in a minute, and an address for tokens; 0 is no limit. */
  readonly requestsPerMinute: number;
  readonly tokenRequestsPerMinute: number;
  /** How often an address may ask in a minute what widgets show; 0 is no limit. */
  readonly embedRequestsPerMinute: number;
  /** How often an address may open the page of an invitation in a minute; 0 is no limit. */
  readonly invitationRequestsPerMinute: number;
  /** Which proxies are believed about the address that a request comes from. */
  readonly trustProxy: boolean | number | string;
  readonly logLevel: LogLevel;
  /** How many submissions a request may bring. */
  readonly bulkSubmissions: number;
  /** Procedure codes about which no patients are surveyed; those of the survey when absent. */
  readonly oasExcludedCodes?: CodeRanges;
  /** In whose nights the server cleans up. */
  readonly timeZone: TimeZone;
  /** How many lists are read at the same time; more of them wait. */
  readonly maxLists: number;
  /** How many of them for one account; half of `maxLists` when absent. */
  readonly maxListsPerAccount?: number;
  /** How many bytes a second a client has to take of a response that it holds up. */
  readonly listBytesPerSecond: number;
  /** For how many seconds a list may be sent. */
  readonly listSeconds: number;
  /** For how many seconds running responses may go on when the server stops. */
  readonly drainSeconds: number;
  /** The folder that images of users are kept in; the database when absent. */
  readonly imageFolder?: string;
  /** What mails invitations, and from whom; they wait in the database when absent. */
  readonly smtp?: SmtpOptions;
  /** Whether `/metrics` is served. */
  readonly metrics: boolean;
};

/** Reads the configuration; a variable that is not understood is `invalid_configuration`, and the message names it. */
export function readConfig(env: Environment): Config {
  const baseUrl = setting(env, baseUrlSetting);
  const migrationDatabaseUrl = setting(env, migrationDatabaseUrlSetting);
  const tokenKeys = setting(env, tokenKeysSetting);
  const maxListsPerAccount = setting(env, maxListsPerAccountSetting);
  const imageFolder = setting(env, imageFolderSetting);
  const smtp = smtpOf(env);
  return {
    databaseUrl: settingOr(env, databaseUrlSetting, "sqlite:./data/repute.db"),
    ...(migrationDatabaseUrl !== undefined && { migrationDatabaseUrl }),
    databasePool: settingOr(env, databasePoolSetting, 8),
    // Traffic is not encrypted, so only this machine is served until somebody decides otherwise.
    host: settingOr(env, hostSetting, "127.0.0.1"),
    port: settingOr(env, portSetting, 8080),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(tokenKeys !== undefined && { tokenKeys }),
    accessTokenSeconds: settingOr(env, accessTokenSecondsSetting, 300),
    jwkUrlAllow: settingOr(env, jwkUrlAllowSetting, []),
    requestsPerMinute: settingOr(env, rateLimitSetting, 1_200),
    tokenRequestsPerMinute: settingOr(env, tokenRateLimitSetting, 120),
    embedRequestsPerMinute: settingOr(env, embedRateLimitSetting, 600),
    invitationRequestsPerMinute: settingOr(env, invitationRateLimitSetting, 60),
    trustProxy: settingOr(env, trustProxySetting, false),
    bulkSubmissions: settingOr(env, bulkSubmissionsSetting, 1_000),
    timeZone: settingOr(env, timeZoneSetting, utc),
    logLevel: settingOr(env, logLevelSetting, "info"),
    maxLists: settingOr(env, maxListsSetting, 32),
    ...defined({ maxListsPerAccount, oasExcludedCodes: setting(env, oasExcludedCodesSetting) }),
    listBytesPerSecond: settingOr(env, listBytesPerSecondSetting, 8_192),
    listSeconds: settingOr(env, listSecondsSetting, 3_600),
    drainSeconds: settingOr(env, drainSecondsSetting, 30),
    ...(imageFolder !== undefined && { imageFolder }),
    ...(smtp && { smtp }),
    metrics: settingOr(env, metricsSetting, false),
  };
}

type Setting<T> = {
  readonly variable: string;
  readonly expected: string;
  /** `undefined` for a text that is not what was expected. */
  readonly parse: (text: string) => T | undefined;
};

/** A variable that is empty counts as unset. The value is never repeated: it may hold a password. */
function setting<T>(env: Environment, { variable, expected, parse }: Setting<T>): T | undefined {
  const text = env[variable]?.trim();
  if (text === undefined || text === "") return undefined;
  const value = parse(text);
  if (value === undefined) throw invalid("invalid_configuration", `${variable}: expected ${expected}`);
  return value;
}

const settingOr = <T>(env: Environment, wanted: Setting<T>, otherwise: T): T => setting(env, wanted) ?? otherwise;

const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
};

/** A port number; `undefined` for anything else. */
export const parsePort = wholeNumber(0, 65_535);

const databaseUrlSetting: Setting<string> = {
  variable: "DATABASE_URL",
  expected:
    "sqlite: and the path of a file, such as sqlite:./data/repute.db, or postgres://user:password@host/database",
  parse: (text) => (/^sqlite:(?!\/\/|:)[^\0]*[^\0/\s]$/.test(text) || isPostgresUrl(text) ? text : undefined),
};

const migrationDatabaseUrlSetting: Setting<string> = {
  variable: "MIGRATION_DATABASE_URL",
  expected: "postgres://owner:password@host/database",
  parse: (text) => (isPostgresUrl(text) ? text : undefined),
};

const databasePoolSetting: Setting<number> = {
  variable: "DATABASE_POOL",
  expected: "a whole number from 2 to 1000",
  parse: wholeNumber(2, 1_000),
};

const hostSetting: Setting<string> = {
  variable: "HOST",
  expected: "a host name or address to listen on, such as 127.0.0.1, or 0.0.0.0 for every network",
  parse: (text) => (/^[A-Za-z0-9._:%-]+$/.test(text) ? text : undefined),
};

const portSetting: Setting<number> = {
  variable: "PORT",
  expected: "a port number from 0 to 65535, 0 for any free one",
  parse: parsePort,
};

const baseUrlSetting: Setting<string> = {
  variable: "BASE_URL",
  expected: "an http or https URL without a trailing slash, such as https://repute.example.com",
  parse: (text) => (isBaseUrl(text) ? text : undefined),
};

/** What stands in it is judged where keys are: it must not be repeated, and there is much to say of it. */
const tokenKeysSetting: Setting<string> = { variable: "TOKEN_KEYS", expected: "keys", parse: (text) => text };

const accessTokenSecondsSetting: Setting<number> = {
  variable: "ACCESS_TOKEN_SECONDS",
  expected: "a whole number from 1 to 3600",
  parse: wholeNumber(1, 3_600),
};

const jwkUrlAllowSetting: Setting<readonly string[]> = {
  variable: "JWK_URL_ALLOW",
  expected: "origins separated by commas, such as https://keys.internal:8443",
  parse: (text) => text.split(",").map((origin) => origin.trim()),
};

const rateLimitSetting: Setting<number> = {
  variable: "RATE_LIMIT_PER_MINUTE",
  expected: "a whole number up to 1000000, 0 for no limit",
  parse: wholeNumber(0, 1_000_000),
};

const tokenRateLimitSetting: Setting<number> = { ...rateLimitSetting, variable: "TOKEN_RATE_LIMIT_PER_MINUTE" };
const embedRateLimitSetting: Setting<number> = { ...rateLimitSetting, variable: "EMBED_RATE_LIMIT_PER_MINUTE" };

const invitationRateLimitSetting: Setting<number> = {
  ...rateLimitSetting,
  variable: "INVITATION_RATE_LIMIT_PER_MINUTE",
};

const trustProxySetting: Setting<boolean | number | string> = {
  variable: "TRUST_PROXY",
  expected: "how many proxies there are, their addresses or networks separated by commas, loopback, true or false",
  parse: parseTrustProxy,
};

const bulkSubmissionsSetting: Setting<number> = {
  variable: "BULK_SUBMISSIONS",
  expected: "a whole number from 1 to 10000",
  parse: wholeNumber(1, 10_000),
};

const oasExcludedCodesSetting: Setting<CodeRanges> = {
  variable: "OAS_EXCLUDED_CODES",
  expected: "procedure codes and ranges of them, separated by commas, such as 16020-16030,29000-29799",
  parse: parseCodeRanges,
};

const timeZoneSetting: Setting<TimeZone> = {
  variable: "TIME_ZONE",
  expected: "an IANA time zone such as America/Denver",
  parse: parseTimeZone,
};

const logLevelSetting: Setting<LogLevel> = {
  variable: "LOG_LEVEL",
  expected: `one of ${logLevels.join(", ")}`,
  parse: (text) => logLevels.find((level) => level === text),
};

const maxListsSetting: Setting<number> = {
  variable: "MAX_LISTS",
  expected: "a whole number from 1 to 1000",
  parse: wholeNumber(1, 1_000),
};

const maxListsPerAccountSetting: Setting<number> = { ...maxListsSetting, variable: "MAX_LISTS_PER_ACCOUNT" };

const listBytesPerSecondSetting: Setting<number> = {
  variable: "LIST_BYTES_PER_SECOND",
  expected: "a whole number from 1 to 999999999",
  parse: wholeNumber(1, 999_999_999),
};

const listSecondsSetting: Setting<number> = {
  variable: "LIST_SECONDS",
  expected: "a whole number from 1 to 86400",
  parse: wholeNumber(1, 86_400),
};

const drainSecondsSetting: Setting<number> = {
  variable: "DRAIN_SECONDS",
  expected: "a whole number from 0 to 3600",
  parse: wholeNumber(0, 3_600),
};

const imageFolderSetting: Setting<string> = {
  variable: "IMAGE_DIR",
  expected: "the path of a folder, such as ./data/images",
  parse: (text) => (text.includes("\0") ? undefined : text),
};

/** A mail server takes nothing that is from nobody. */
function smtpOf(env: Environment): SmtpOptions | undefined {
  const [server, from] = [setting(env, smtpUrlSetting), setting(env, mailFromSetting)];
  if (!server) return undefined;
  if (!from)
    throw invalid("invalid_configuration", `MAIL_FROM: expected ${mailFromSetting.expected}, as SMTP_URL is set`);
  return { server, from };
}

const smtpUrlSetting: Setting<SmtpOptions["server"]> = {
  variable: "SMTP_URL",
  expected:
    "smtps://user:password@host or smtp://user:password@host:587, or smtp://host:25?tls=off for a server without TLS",
  parse: parseSmtpUrl,
};

const mailFromSetting: Setting<SmtpOptions["from"]> = {
  variable: "MAIL_FROM",
  expected: "an e-mail address, such as Acme Dental <no-reply@acme.example>",
  parse: parseMailSender,
};

const metricsSetting: Setting<boolean> = {
  variable: "METRICS",
  expected: "on or off",
  parse: (text) =>
    new Map([
      ["on", true],
      ["off", false],
    ]).get(text),
};

/** As Express's `trust proxy`. */
function parseTrustProxy(text: string): boolean | number | string | undefined {
  if (text === "true" || text === "false") return text === "true";
  const hops = wholeNumber(1, 100)(text);
  if (hops !== undefined) return hops;
  const members = text.split(",").map((member) => member.trim());
  return members.every(isProxy) ? members.join(",") : undefined;
}

function isProxy(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits, more] = text.split("/");
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more === undefined && wholeNumber(1, width)(bits ?? "1") !== undefined;
}

/** Whether a URL names a database on a PostgreSQL server. */
export const isPostgresUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\/[^\s\0]+$/i.test(text) && URL.canParse(text) && /^\/[^/]+$/.test(new URL(text).pathname);

/** Scheme, host, perhaps a port and a path: what paths can be added to. */
const isBaseUrl = (text: string): boolean =>
  /^https?:\/\/[^\s?#@\\]+[^\s?#@\\/]$/i.test(text) && URL.canParse(text) && new URL(text).username === "";
