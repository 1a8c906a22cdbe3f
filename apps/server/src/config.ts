import { invalid } from "@repute/domain";

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
  readonly logLevel: LogLevel;
  /** How many lists are read at the same time; more of them wait. */
  readonly maxLists: number;
  /** Whether `/metrics` is served. */
  readonly metrics: boolean;
};

/** Reads the configuration; a variable that is not understood is `invalid_configuration`, and the message names it. */
export function readConfig(env: Environment): Config {
  const baseUrl = setting(env, baseUrlSetting);
  const migrationDatabaseUrl = setting(env, migrationDatabaseUrlSetting);
  return {
    databaseUrl: setting(env, databaseUrlSetting) ?? "sqlite:./data/repute.db",
    ...(migrationDatabaseUrl !== undefined && { migrationDatabaseUrl }),
    databasePool: setting(env, databasePoolSetting) ?? 8,
    // Traffic is not encrypted, so only this machine is served until somebody decides otherwise.
    host: setting(env, hostSetting) ?? "127.0.0.1",
    port: setting(env, portSetting) ?? 8080,
    ...(baseUrl !== undefined && { baseUrl }),
    logLevel: setting(env, logLevelSetting) ?? "info",
    maxLists: setting(env, maxListsSetting) ?? 32,
    metrics: setting(env, metricsSetting) ?? false,
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

const metricsSetting: Setting<boolean> = {
  variable: "METRICS",
  expected: "on or off",
  parse: (text) =>
    new Map([
      ["on", true],
      ["off", false],
    ]).get(text),
};

/** Whether a URL names a database on a PostgreSQL server. */
export const isPostgresUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\/[^\s\0]+$/i.test(text) && URL.canParse(text) && /^\/[^/]+$/.test(new URL(text).pathname);

/** Scheme, host, perhaps a port and a path: what paths can be added to. */
const isBaseUrl = (text: string): boolean =>
  /^https?:\/\/[^\s?#@\\]+[^\s?#@\\/]$/i.test(text) && URL.canParse(text) && new URL(text).username === "";
