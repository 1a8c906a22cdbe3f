import { parseMailSender, parseSmtpUrl, type SmtpOptions } from "@repute/adapter-users";
import { type CodeRanges, parseCodeRanges } from "@repute/domain";
import { defaulted, integer, optional } from "./setting.js";

/** Settings of access tokens, partners, invitations and patient surveys. */
export const accessSettings = {
  /** Accept any string here, because the adapter validates keys and explains errors without repeating the value. */
  tokenKeys: optional<string>({
    variable: "TOKEN_KEYS",
    secret: true,
    expected: "comma-separated keys, each as kid:base64",
    summary: "Keys that sign access tokens.",
    details: "The first key signs access tokens, and all keys verify access tokens. Required with PostgreSQL.",
    parse: (text) => text,
    unset: "with SQLite, a key in the file `*.token-keys` beside the database",
  }),

  accessTokenSeconds: defaulted<number>({
    variable: "ACCESS_TOKEN_SECONDS",
    ...integer(1, 3_600),
    summary: "Lifetime of an access token in seconds.",
    default: 300,
  }),

  jwkUrlAllow: defaulted<readonly string[]>({
    variable: "JWK_URL_ALLOW",
    expected: "comma-separated origins, such as https://keys.internal:8443",
    summary:
      "Origins of partners' key sets that the server accepts although they are on a private network or use plain HTTP.",
    details: "If the variable is set, the server logs a warning at startup.",
    parse: (text) => text.split(",").map((origin) => origin.trim()),
    default: [],
  }),

  smtpUrl: optional<SmtpOptions["server"]>({
    variable: "SMTP_URL",
    secret: true,
    expected:
      "smtps://user:password@host, smtp://user:password@host:587, or smtp://host:25?tls=off for a server without TLS",
    summary: "Mail server for invitations.",
    details: "Percent-encode special characters in the password.",
    parse: parseSmtpUrl,
    unset: "none: invitations wait in the database",
  }),

  mailFrom: optional<SmtpOptions["from"]>({
    variable: "MAIL_FROM",
    expected: "an email address, such as Acme Dental <no-reply@acme.example>",
    summary: "Sender of the invitation emails.",
    details: "Required with `SMTP_URL`.",
    parse: parseMailSender,
    unset: "none",
  }),

  oasExcludedCodes: optional<CodeRanges>({
    variable: "OAS_EXCLUDED_CODES",
    expected: "comma-separated procedure codes and code ranges, such as 16020-16030,29000-29799",
    summary: "Procedure codes that OAS CAHPS excludes although they are in the ranges of eligible codes.",
    details: "[Codes](patient-survey-files.md#codes) lists the default.",
    parse: parseCodeRanges,
    unset: "the excluded codes of OAS CAHPS",
  }),
};
