import type { SmtpOptions } from "@repute/adapter-users";
import { parseMailSender, parseSmtpUrl } from "@repute/adapter-users";
import { invalid } from "@repute/domain";
import type { Environment, Setting } from "./setting.js";
import { setting } from "./setting.js";

export const smtpUrl: Setting<SmtpOptions["server"]> = {
  variable: "SMTP_URL",
  secret: true,
  expected:
    "smtps://user:password@host, smtp://user:password@host:587, or smtp://host:25?tls=off for a server without TLS",
  parse: parseSmtpUrl,
};

export const mailFrom: Setting<SmtpOptions["from"]> = {
  variable: "MAIL_FROM",
  expected: "an email address, such as Acme Dental <no-reply@acme.example>",
  parse: parseMailSender,
};

/** What mails invitations; nothing without `SMTP_URL`. A mail server takes nothing that is from nobody. */
export function smtpOf(env: Environment): SmtpOptions | undefined {
  const [server, from] = [setting(env, smtpUrl), setting(env, mailFrom)];
  if (!server || from) return server && from && { server, from };
  throw invalid(
    "invalid_configuration",
    `${mailFrom.variable} is required with SMTP_URL and must be ${mailFrom.expected}`,
  );
}
