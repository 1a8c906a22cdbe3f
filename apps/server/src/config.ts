import type { SmtpOptions } from "@repute/adapter-users";
import { defined, invalid } from "@repute/domain";
import { accessSettings } from "./settings/access-settings.js";
import type { Environment } from "./settings/setting.js";
import { readSettings, type SettingValues } from "./settings/settings.js";

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
