import { databaseName } from "@repute/adapter-typeorm";
import { isDomainError, type Problem } from "@repute/domain";
import { checkKeys } from "../keys.js";
import { type Config, readConfig, settingsByName, type UnknownVariable, unknownVariables } from "./config.js";
import { defaultText, type Environment, type Setting, setting, textOf } from "./setting.js";

/** Effective value of a setting, or null if the setting has no value. */
type EffectiveSetting = {
  readonly variable: string;
  readonly value: string | null;
  readonly source: "default" | "environment" | "file" | "invalid";
};

type CheckedConfig = {
  readonly settings: readonly EffectiveSetting[];
  readonly errors: Problem[];
  readonly unknown: readonly UnknownVariable[];
};

/** Reads every setting and collects all errors. Values of secrets are hidden. */
export function checkConfig(env: Environment): CheckedConfig {
  const errors: Problem[] = [];
  const settings = settingsByName.map((wanted): EffectiveSetting => {
    const { variable } = wanted;
    const problem = problemOf(variable, () => setting(env, wanted));
    if (problem) errors.push(problem);
    if (problem) return { variable, value: null, source: "invalid" };
    const text = textOf(env, wanted);
    if (text === undefined) return { variable, value: shown(wanted, defaultText(wanted)), source: "default" };
    return { variable, value: shown(wanted, text), source: env[variable]?.trim() ? "environment" : "file" };
  });
  const whole = errors.length === 0 ? problemOf(undefined, () => checkKeys(readConfig(env))) : undefined;
  if (whole) errors.push(whole);
  return { settings, errors, unknown: unknownVariables(env) };
}

function problemOf(variable: string | undefined, read: () => unknown): Problem | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { ...(variable !== undefined && { key: variable }), message: error.message };
  }
}

/** Returns a setting's value for display. Hides secrets, and removes the user and password from a database URL. */
function shown({ variable, secret }: Setting<unknown>, text: string | null): string | null {
  if (!secret || text === null) return text;
  return variable.endsWith("DATABASE_URL") ? databaseName(text) : "(hidden)";
}

/** Returns a warning for each setting that is allowed but risky. `local` is the address that is used without `BASE_URL`. */
export const riskyOf = (
  { smtp, baseUrl, jwkUrlAllow, webhookAllow, trustProxy }: Config,
  local: string,
): readonly string[] => [
  ...(smtp && baseUrl === undefined ? [localLinks(local)] : []),
  ...(jwkUrlAllow.length > 0 ? [exempt(jwkUrlAllow)] : []),
  ...(webhookAllow.length > 0 ? [exemptReceivers(webhookAllow)] : []),
  ...(trustProxy === true ? [everyProxy] : []),
];

const exempt = (origins: readonly string[]): string =>
  `JWK_URL_ALLOW permits key sets of partners on any network, including private networks, at these origins: ${origins.join(", ")}`;

const exemptReceivers = (origins: readonly string[]): string =>
  `WEBHOOK_ALLOW permits webhooks to any network, including private networks, at these origins: ${origins.join(", ")}`;

const localLinks = (baseUrl: string): string =>
  `BASE_URL is not set. Links in invitations point to ${baseUrl}, which recipients may not be able to reach.`;

const everyProxy =
  "TRUST_PROXY=true trusts the X-Forwarded-For header of every client, so clients can evade rate limits. Set it to the addresses of your proxies.";
