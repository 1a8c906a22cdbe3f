import { readConfig } from "../../apps/server/dist/config.js";
import * as settings from "../../apps/server/dist/settings/settings.js";
import { mailFrom, smtpUrl } from "../../apps/server/dist/settings/smtp.js";
import { code, plain, table } from "./tables.mjs";

/** Meaning of each variable, and its default if the configuration has no fixed value. */
const variables = {
  DATABASE_URL: ["Database that the server and the commands use."],
  MIGRATION_DATABASE_URL: [
    "For PostgreSQL only. URL of the same database, with the role that owns the tables. Migrations use this role.",
    "`DATABASE_URL`",
  ],
  DATABASE_POOL: [
    "For PostgreSQL only. Maximum number of database connections of each process, without the connections that read lists.",
  ],
  HOST: ["Address to listen on. Traffic is unencrypted HTTP."],
  PORT: ["Port to listen on."],
  BASE_URL: [
    "Public address of the service. It is the base of the token URL, of `iss` and `aud` in access tokens and of the links in invitations.",
    "`http://HOST:PORT`",
  ],
  TOKEN_KEYS: [
    "Keys that sign access tokens, as `kid:base64` separated by commas. The first key signs; all keys verify. Required with PostgreSQL.",
    "with SQLite, a key in the file `*.token-keys` beside the database",
  ],
  ACCESS_TOKEN_SECONDS: ["Lifetime of an access token in seconds."],
  JWK_URL_ALLOW: [
    "Origins of partners' key sets that the server accepts although they are on a private network or use plain HTTP. If the variable is set, the server logs a warning at startup.",
    "none",
  ],
  RATE_LIMIT_PER_MINUTE: ["Maximum number of requests per minute for each credential, in each process."],
  EMBED_RATE_LIMIT_PER_MINUTE: ["Maximum number of `/embed` requests per minute from each address, in each process."],
  INVITATION_RATE_LIMIT_PER_MINUTE: [
    "Maximum number of requests per minute for the invitation page from each address, in each process.",
  ],
  TOKEN_RATE_LIMIT_PER_MINUTE: [
    "Maximum number of access tokens per minute for each client, in each process. The same number limits the failed token requests per minute from each address.",
  ],
  TRUST_PROXY: [
    "Proxies whose `X-Forwarded-For` header is trusted, in the syntax of Express's `trust proxy`. `true` trusts this header from every client.",
  ],
  BULK_SUBMISSIONS: ["Maximum number of submissions in a bulk upload. A body over 5 MB is always refused."],
  OAS_EXCLUDED_CODES: [
    "Procedure codes that OAS CAHPS excludes although they are in the ranges of eligible codes.",
    "the [excluded codes](patient-survey-files.md#codes) of OAS CAHPS",
  ],
  TIME_ZONE: ["Time zone of the nightly cleanup at 3:00."],
  LOG_LEVEL: ["Lowest level of log records that are written."],
  MAX_LISTS: [
    "Maximum number of lists read at the same time. Further requests for lists wait for up to 5 seconds and then get 503 `too_many_lists`.",
  ],
  MAX_LISTS_PER_ACCOUNT: [
    "Maximum number of lists read at the same time for one account, at most half of `MAX_LISTS`. The server also starts a list only if the account reads fewer lists than the number of free list slots. While a list of another account waits, the server closes a list of the account with the most lists. It chooses the list that its reader has delayed longest. If no reader delays a list, the server waits 0.5 seconds and closes the oldest list, but only if its account has at least two lists more than the waiting account. The client of a closed list sees a broken connection and can retry.",
    "half of `MAX_LISTS`",
  ],
  BODY_BYTES: [
    "Maximum size of all request bodies in memory, in bytes. The bodies of one account never use more bytes than are still free. Further bodies are refused with 503 `bodies_busy`.",
  ],
  LIST_BYTES_PER_SECOND: [
    "Minimum speed of a client in bytes per second, averaged over 30 seconds. It applies to reading a response and to sending a body. The server closes slower connections.",
  ],
  LIST_SECONDS: ["Maximum duration of a list response in seconds."],
  DRAIN_SECONDS: ["Maximum time in seconds for which running responses can continue after SIGTERM or SIGINT."],
  DRAIN_DELAY_SECONDS: [
    "Time in seconds for which the server still accepts connections after SIGTERM or SIGINT. During this time, `/readyz` returns 503. `DRAIN_SECONDS` starts when this time is over.",
  ],
  ERROR_ROW_DAYS: [
    "Number of days after the upload for which error rows of imports and warnings of patient files are kept. The nightly cleanup deletes older ones.",
    "kept forever",
  ],
  AUDIT_DAYS: [
    "Number of days for which audit records and counts of failed authentication are kept. The nightly cleanup deletes older ones.",
    "kept forever",
  ],
  TOMBSTONE_DAYS: [
    "Number of days for which the change feed keeps deletions. Requests with a cursor older than this return 410 `cursor_expired`.",
  ],
  IMAGE_DIR: [
    "Folder for images of users. All processes must use the same folder.",
    "none: the database stores the images",
  ],
  METRICS: ["If the value is `on`, the server serves `/metrics`.", "`off`"],
  METRICS_ADDRESS: [
    "Separate address for `/metrics`. If it is set, `METRICS` is not needed, and the main address returns 404 for `/metrics`.",
    "none",
  ],
  SMTP_URL: [
    "Mail server for invitations. Percent-encode special characters in the password.",
    "none: invitations wait in the database",
  ],
  MAIL_FROM: ["Sender of the invitation emails. Required with `SMTP_URL`.", "none"],
};

/** Generates the table of all variables that the server reads. */
export function configurationParts() {
  const known = [...declared(), ...[smtpUrl, mailFrom].map((setting) => ({ setting }))];
  const missing = Object.keys(variables).filter((name) => !known.some(({ setting }) => setting.variable === name));
  if (missing.length > 0) throw new Error(`the server does not read ${missing.join(", ")}`);
  return { variables: table(["Variable", "Value", "Default", "Meaning"], known.map(row)) };
}

/** Returns the settings with a variable, and the default of the configuration property with the same name. */
function declared() {
  const defaults = readConfig({});
  return Object.entries(settings).flatMap(([name, setting]) =>
    setting.variable === undefined ? [] : [{ setting, value: defaults[name] }],
  );
}

function row({ setting: { variable, expected }, value }) {
  const [meaning, otherwise] = variables[variable] ?? [];
  if (meaning === undefined) throw new Error(`describe ${variable} in scripts/reference/configuration.mjs`);
  return [code(variable), plain(expected), otherwise ?? defaultOf(value), meaning];
}

function defaultOf(value) {
  if (value === undefined) throw new Error("a setting without a default needs a description of it");
  return code(value);
}
