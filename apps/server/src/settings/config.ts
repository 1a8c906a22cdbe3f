import type { SmtpOptions } from "@repute/adapter-users";
import { defined, invalid, nearestOf } from "@repute/domain";
import { accessSettings, databaseSettings, limitSettings, serverSettings } from "./declared-settings.js";
import { type Environment, fileVariable, type Setting, setting } from "./setting.js";

/** Configuration of the server and of commands. */
export type Config = Omit<SettingValues, "smtpUrl" | "mailFrom"> & {
  /** Mail server and sender of invitations. If absent, invitations wait in the database. */
  readonly smtp?: SmtpOptions;
};

/**
 * Reads the configuration.
 * Throws `invalid_configuration` for an invalid variable.
 * The message contains the variable's name.
 */
export function readConfig(env: Environment): Config {
  const { smtpUrl, mailFrom, ...config } = readSettings(env);
  return { ...config, ...defined({ smtp: smtpOf(smtpUrl, mailFrom) }) };
}

/**
 * Returns the mail settings, or `undefined` if `SMTP_URL` is not set.
 * Throws if `SMTP_URL` is set but the sender is not.
 */
function smtpOf(server?: SmtpOptions["server"], from?: SmtpOptions["from"]): SmtpOptions | undefined {
  if (!server || from) return server && from && { server, from };
  const { variable, expected } = accessSettings.mailFrom;
  throw invalid("invalid_configuration", `${variable} is required with SMTP_URL and must be ${expected}`);
}

/** All settings by configuration property, in the order of `--help`. */
const settings = { ...databaseSettings, ...serverSettings, ...accessSettings, ...limitSettings };

type Settings = typeof settings;

/** Type of a setting's value. */
type Value<S extends Setting<unknown>> = NonNullable<ReturnType<S["parse"]>>;

type WithDefault = {
  [P in keyof Settings]: Settings[P] extends { readonly default: unknown } ? P : never;
}[keyof Settings];

/** Values of all settings. A setting without a default is absent if its variable is unset. */
type SettingValues = { readonly [P in WithDefault]: Value<Settings[P]> } & {
  readonly [P in Exclude<keyof Settings, WithDefault>]?: Value<Settings[P]>;
};

/** All settings in the order of `--help`. */
export const declaredSettings: readonly Setting<unknown>[] = Object.values(settings);

/** All settings in alphabetical order of their variables. */
export const settingsByName: readonly Setting<unknown>[] = [...declaredSettings].sort((a, b) =>
  a.variable < b.variable ? -1 : 1,
);

/** Names of the environment variables that can contain the path of a file with a secret, in alphabetical order. */
export const fileVariables: readonly string[] = settingsByName.flatMap(({ variable, secret }) =>
  secret ? [fileVariable(variable)] : [],
);

/** Names of all variables that the server reads, in alphabetical order. */
export const knownVariables: readonly string[] = [...settingsByName.map(({ variable }) => variable), ...fileVariables];

/** Reads all settings. Throws `invalid_configuration` for the first invalid variable. */
function readSettings(env: Environment): SettingValues {
  const values = Object.entries<Setting<unknown>>(settings)
    .map(([property, wanted]) => [property, setting(env, wanted) ?? wanted.default] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(values) as SettingValues;
}

/** Variable that the server does not read, and the known variable with the most similar name. */
export type UnknownVariable = { readonly variable: string; readonly closest: string };

/** Matches variables that Kubernetes and Docker set for linked services. */
const serviceLink = /_(SERVICE_(HOST|PORT)|PORT)(_|$)/;

/** Matches the value of `REPUTE_PORT`, which Kubernetes and Docker set to a URL for a service named `repute`. */
const serviceUrl = /^(tcp|udp|sctp):/;

/** Prefix that operators add to variable names by mistake. */
const prefix = "REPUTE_";

/** Minimum length of a prefix that identifies our settings. Other programs often use the same shorter prefixes. */
const shortestPrefix = 6;

/** Returns the variables that look like settings but are unknown, sorted by name. */
export const unknownVariables = (env: Environment): readonly UnknownVariable[] =>
  Object.keys(env)
    .filter((variable) => env[variable] !== undefined && !knownVariables.includes(variable))
    .filter((variable) => /^[A-Z][A-Z0-9_]*$/.test(variable) && !isServiceLink(variable, env[variable]))
    .flatMap((variable) => {
      const name = variable.startsWith(prefix) ? variable.slice(prefix.length) : variable;
      const closest = nearestOf(name, knownVariables) ?? byPrefix(name);
      return closest === undefined ? [] : [{ variable, closest }];
    })
    .sort((a, b) => (a.variable < b.variable ? -1 : 1));

function isServiceLink(variable: string, value = ""): boolean {
  return variable === `${prefix}PORT` ? serviceUrl.test(value) : serviceLink.test(variable);
}

/** Finds the known variable that has the longest common prefix of whole words. */
function byPrefix(variable: string): string | undefined {
  const words = variable.split("_");
  for (let length = words.length; length > 0; length -= 1) {
    const prefix = words.slice(0, length).join("_");
    if (prefix.length < shortestPrefix && prefix !== "SMTP") return undefined;
    const found = knownVariables.find((known) => known === prefix || known.startsWith(`${prefix}_`));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a warning about an unknown variable. */
export const unknownLine = ({ variable, closest }: UnknownVariable): string =>
  `Unknown environment variable ${variable}. Did you mean ${closest}?`;
