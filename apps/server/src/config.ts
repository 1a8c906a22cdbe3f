import type { SmtpOptions } from "@repute/adapter-users";
import { defined, invalid } from "@repute/domain";
import { accessSettings } from "./settings/access-settings.js";
import type { Environment } from "./settings/setting.js";
import type { SettingValues } from "./settings/settings.js";
import { readSettings } from "./settings/settings.js";

/** Settings of the operator. */
export type Config = Omit<SettingValues, "smtpUrl" | "mailFrom"> & {
  /** Mail server and sender of invitations. Invitations wait in the database if absent. */
  readonly smtp?: SmtpOptions;
};

/** Reads the configuration. Throws `invalid_configuration` for an invalid variable, with its name in the message. */
export function readConfig(env: Environment): Config {
  const { smtpUrl, mailFrom, ...config } = readSettings(env);
  return { ...config, ...defined({ smtp: smtpOf(smtpUrl, mailFrom) }) };
}

/** Returns the mail settings, or `undefined` without `SMTP_URL`. Throws if `SMTP_URL` is set without a sender. */
function smtpOf(server?: SmtpOptions["server"], from?: SmtpOptions["from"]): SmtpOptions | undefined {
  if (!server || from) return server && from && { server, from };
  const { variable, expected } = accessSettings.mailFrom;
  throw invalid("invalid_configuration", `${variable} is required with SMTP_URL and must be ${expected}`);
}
