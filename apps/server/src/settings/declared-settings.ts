import { parseMailSender, parseSmtpUrl, type SmtpOptions } from "@repute/adapter-users";
import { type CodeRanges, parseCodeRanges, parseTimeZone, type TimeZone, utc } from "@repute/domain";
import { type Address, isBaseUrl, isHost, isPostgresUrl, parseAddress, parsePort, parseTrustProxy } from "./address.js";
import { defaulted, integer, onOrOff, optional, wholeNumber } from "./setting.js";

/** Settings of the database and of data retention. */
export const databaseSettings = {
  databaseUrl: defaulted<string>({
    variable: "DATABASE_URL",
    secret: true,
    expected: "a URL such as sqlite:./data/repute.db or postgres://user:password@host/database",
    summary: "Database that the server and the commands use.",
    parse: (text) => (/^sqlite:(?!\/\/|:)[^\0]*[^\0/\s]$/.test(text) || isPostgresUrl(text) ? text : undefined),
    default: "sqlite:./data/repute.db",
  }),

  migrationUrl: optional<string>({
    variable: "MIGRATION_DATABASE_URL",
    secret: true,
    expected: "postgres://owner:password@host/database",
    summary: "For PostgreSQL only: URL of the same database, with the role that owns the tables.",
    details: "Migrations use this role.",
    parse: (text) => (isPostgresUrl(text) ? text : undefined),
    unset: "`DATABASE_URL`",
  }),

  backupDatabaseUrl: optional<string>({
    variable: "BACKUP_DATABASE_URL",
    secret: true,
    expected: "postgres://backup:password@host/database",
    summary: "For PostgreSQL only: URL of the same database, with a role that has `BYPASSRLS`.",
    details: "`repute backup` uses this role. Do not set the variable for the server.",
    parse: (text) => (isPostgresUrl(text) ? text : undefined),
    unset: "`DATABASE_URL`",
  }),

  allowSuperuser: defaulted<boolean>({
    variable: "ALLOW_SUPERUSER",
    ...onOrOff,
    summary:
      "For PostgreSQL only: if the value is `on`, the role in `DATABASE_URL` can be a superuser or have `BYPASSRLS`.",
    details:
      "Row-level security then does not separate the accounts, and each command prints a warning. Use this only for trials and tests. Otherwise the server and all commands except `migrate` refuse such a role.",
    default: false,
  }),

  databasePool: defaulted<number>({
    variable: "DATABASE_POOL",
    ...integer(2, 1_000),
    summary:
      "For PostgreSQL only: maximum number of database connections of each process, without the connections that read lists.",
    default: 8,
  }),

  imageFolder: optional<string>({
    variable: "IMAGE_DIR",
    expected: "a folder path, such as ./data/images",
    summary: "Folder for images of users.",
    details: "All processes must use the same folder.",
    parse: (text) => (text.includes("\0") ? undefined : text),
    unset: "none: the database stores the images",
  }),

  uploadFolder: optional<string>({
    variable: "UPLOAD_DIR",
    expected: "a folder path, such as ./data/uploads",
    summary: "Folder for files that were sent over HTTP, until they are stored.",
    details:
      "The files contain patient data. Several servers of one database need a common folder, or each works on the files that it received.",
    parse: (text) => (text.includes("\0") ? undefined : text),
    unset: "with SQLite, the folder `*.uploads` beside the database; with PostgreSQL, `./data/uploads`",
  }),

  tombstoneDays: defaulted<number>({
    variable: "TOMBSTONE_DAYS",
    ...integer(1, 3_650),
    summary: "Number of days for which the change feed keeps deletions.",
    details: "Requests with a cursor older than this return 410 `cursor_expired`.",
    default: 90,
  }),

  errorRowDays: optional<number>({
    variable: "ERROR_ROW_DAYS",
    ...integer(1, 36_500),
    summary:
      "Number of days after the upload for which error rows of imports, and warnings and visits of patient files, are kept.",
    details: "The nightly cleanup deletes older rows.",
    unset: "kept forever",
  }),

  auditDays: optional<number>({
    variable: "AUDIT_DAYS",
    ...integer(1, 36_500),
    summary: "Number of days for which audit records and counts of failed authentication are kept.",
    details:
      "The nightly cleanup deletes older records. On PostgreSQL, set the variable for `repute migrate` too, and run this command again if you shorten the period.",
    unset: "kept forever",
  }),

  timeZone: defaulted<TimeZone>({
    variable: "TIME_ZONE",
    expected: "an IANA time zone, such as America/Denver",
    summary: "Time zone of the nightly cleanup at 3:00.",
    parse: parseTimeZone,
    default: utc,
  }),
};

const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** Minimum level of log records. */
export type LogLevel = (typeof logLevels)[number];

/** Settings of the listeners, the log and the shutdown. */
export const serverSettings = {
  host: defaulted<string>({
    variable: "HOST",
    expected: "a host name or IP address, such as 127.0.0.1, or 0.0.0.0 for all network interfaces",
    summary: "Address to listen on.",
    details: "Traffic is unencrypted HTTP.",
    parse: (text) => (isHost(text) ? text : undefined),
    // Listen only on localhost by default, because traffic is unencrypted.
    default: "127.0.0.1",
  }),

  port: defaulted<number>({
    variable: "PORT",
    expected: "a port number from 0 to 65535 (0 for any free port)",
    summary: "Port to listen on.",
    parse: parsePort,
    default: 8080,
  }),

  baseUrl: optional<string>({
    variable: "BASE_URL",
    expected: "an http or https URL without a trailing slash, such as https://repute.example.com",
    summary: "Public address of the service.",
    details:
      "The token URL and the links in invitations and notifications start with this URL. In access tokens, `iss` and `aud` are this URL.",
    parse: (text) => (isBaseUrl(text) ? text : undefined),
    unset: "`http://HOST:PORT`",
  }),

  appUrl: optional<string>({
    variable: "APP_URL",
    expected: "an http or https URL without a trailing slash, such as https://app.example.com/login",
    summary: "Address of your application's sign-in page.",
    details: "After users have set their password, the page links to this address.",
    parse: (text) => (isBaseUrl(text) ? text : undefined),
    unset: "no link",
  }),

  trustProxy: defaulted<boolean | number | string>({
    variable: "TRUST_PROXY",
    expected: "true, false, loopback, a number of proxies, or the comma-separated addresses and networks of proxies",
    summary: "Proxies whose `X-Forwarded-For` header is trusted, in the syntax of Express's `trust proxy`.",
    details: "`true` trusts this header from every client.",
    parse: parseTrustProxy,
    default: false,
  }),

  strictParameters: defaulted<boolean>({
    variable: "STRICT_PARAMETERS",
    ...onOrOff,
    summary: "If the value is `on`, lists and other reads refuse unknown and empty query parameters with a 400.",
    details:
      "A client can still send `Prefer: handling=lenient`. If the value is `off`, only requests with `Prefer: handling=strict` are refused.",
    default: false,
  }),

  logLevel: defaulted<LogLevel>({
    variable: "LOG_LEVEL",
    expected: `one of ${logLevels.join(", ")}`,
    summary: "Lowest level of log records that are written.",
    parse: (text) => logLevels.find((level) => level === text),
    default: "info",
  }),

  drainSeconds: defaulted<number>({
    variable: "DRAIN_SECONDS",
    ...integer(0, 3_600),
    summary: "Maximum time in seconds for which running responses can continue after SIGTERM or SIGINT.",
    default: 30,
  }),

  drainDelaySeconds: defaulted<number>({
    variable: "DRAIN_DELAY_SECONDS",
    ...integer(0, 600),
    summary: "Time in seconds for which the server still accepts connections after SIGTERM or SIGINT.",
    details: "During this time, `/readyz` returns 503. `DRAIN_SECONDS` starts when this time is over.",
    default: 0,
  }),

  servesMetrics: defaulted<boolean>({
    variable: "METRICS",
    ...onOrOff,
    summary: "If the value is `on`, the server serves `/metrics`.",
    default: false,
  }),

  metricsAddress: optional<Address>({
    variable: "METRICS_ADDRESS",
    expected: "a host and a port, such as 127.0.0.1:9464",
    summary: "Separate address for `/metrics`.",
    details: "With this setting, `METRICS` is not needed. The server's main address then returns 404 for `/metrics`.",
    parse: parseAddress,
    unset: "none",
  }),

  accountMetrics: defaulted<boolean>({
    variable: "ACCOUNT_METRICS",
    ...onOrOff,
    summary:
      "If the value is `on`, `/metrics` also contains the state of each account's sources of data, and the last success of each job.",
    details: "The metrics are at most a minute old. They contain at most 1,000 accounts, the worst first.",
    default: false,
  }),
};

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

  webhookAllow: defaulted<readonly string[]>({
    variable: "WEBHOOK_ALLOW",
    expected: "comma-separated origins, such as https://erp.internal:8443",
    summary: "Origins to which the server sends webhooks although they are on a private network or use plain HTTP.",
    details: "If the variable is set, the server logs a warning at startup.",
    parse: (text) => text.split(",").map((origin) => origin.trim()),
    default: [],
  }),

  smtpUrl: optional<SmtpOptions["server"]>({
    variable: "SMTP_URL",
    secret: true,
    expected:
      "smtps://user:password@host, smtp://user:password@host:587, or smtp://host:25?tls=off for a server without TLS",
    summary: "Mail server for invitations and notifications.",
    details: "Percent-encode special characters in the password.",
    parse: parseSmtpUrl,
    unset: "none: invitations wait in the database, and users are not notified",
  }),

  mailFrom: optional<SmtpOptions["from"]>({
    variable: "MAIL_FROM",
    expected: "an email address, such as Acme Dental <no-reply@acme.example>",
    summary: "Sender of the invitations and notifications.",
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

const perMinute = {
  expected: "an integer from 0 to 1000000 (0 for no limit)",
  parse: wholeNumber(0, 1_000_000),
};

/** Settings that limit rates, sizes and durations. */
export const limitSettings = {
  requestsPerMinute: defaulted<number>({
    variable: "RATE_LIMIT_PER_MINUTE",
    ...perMinute,
    summary: "Maximum number of requests per minute for each credential, in each process.",
    default: 1_200,
  }),

  tokenRequestsPerMinute: defaulted<number>({
    variable: "TOKEN_RATE_LIMIT_PER_MINUTE",
    ...perMinute,
    summary: "Maximum number of access tokens per minute for each client, in each process.",
    details: "The same number limits the failed token requests per minute from each address.",
    default: 120,
  }),

  embedRequestsPerMinute: defaulted<number>({
    variable: "EMBED_RATE_LIMIT_PER_MINUTE",
    ...perMinute,
    summary: "Maximum number of `/embed` requests per minute from each address, in each process.",
    default: 600,
  }),

  invitationRequestsPerMinute: defaulted<number>({
    variable: "INVITATION_RATE_LIMIT_PER_MINUTE",
    ...perMinute,
    summary: "Maximum number of requests per minute for the invitation page from each address, in each process.",
    default: 60,
  }),

  maxConnections: defaulted<number>({
    variable: "MAX_CONNECTIONS",
    ...integer(10, 1_000_000),
    summary: "Maximum number of connections to each process.",
    details:
      "Requests that wait for changes can use three quarters of the connections. Each connection needs a file descriptor, so the process must be allowed to open more files than this.",
    default: 2_000,
  }),

  maxSubmissions: defaulted<number>({
    variable: "BULK_SUBMISSIONS",
    ...integer(1, 10_000),
    summary: "Maximum number of submissions in a bulk upload.",
    details: "A body over 5 MB is always refused.",
    default: 1_000,
  }),

  bodyBytes: defaulted<number>({
    variable: "BODY_BYTES",
    ...integer(8_388_608, 4_294_967_296),
    summary: "Maximum size of all request bodies in memory, in bytes.",
    details: "One account can use at most half of this memory. Further bodies are refused with 503 `bodies_busy`.",
    default: 22_020_096,
  }),

  uploadBytes: defaulted<number>({
    variable: "UPLOAD_BYTES",
    expected: "an integer from 1048576 to 1099511627776",
    parse: wholeNumber(1_048_576, 1_099_511_627_776),
    summary: "Maximum size of a file that is sent over HTTP, in bytes as they are sent.",
    details: "Larger files are refused with 413 `upload_too_large`.",
    default: 1_073_741_824,
  }),

  lists: defaulted<number>({
    variable: "MAX_LISTS",
    ...integer(1, 1_000),
    summary: "Maximum number of lists that each process sends at the same time.",
    details: "Further requests for lists wait for up to 5 seconds and then get 503 `too_many_lists`.",
    default: 32,
  }),

  listsPerAccount: optional<number>({
    variable: "MAX_LISTS_PER_ACCOUNT",
    ...integer(1, 1_000),
    summary:
      "Maximum number of lists that each process sends to one account at the same time, at most half of `MAX_LISTS`.",
    details:
      "In addition, an account can start another list only if it is reading fewer lists than the process can still start. Otherwise, the list waits. While a list waits, the server interrupts a list of the account that is reading the most lists. It chooses the list whose client has paused longest. If no client has paused, the server waits until 0.5 seconds have passed. It then interrupts the oldest list of an account that is reading at least two lists more than the waiting account. The client of an interrupted list sees a broken connection and can retry.",
    unset: "half of `MAX_LISTS`",
  }),

  minBytesPerSecond: defaulted<number>({
    variable: "LIST_BYTES_PER_SECOND",
    ...integer(1, 999_999_999),
    summary: "Minimum speed at which a client must read a response or send a request body, in bytes per second.",
    details: "The speed is averaged over 30 seconds. The server closes slower connections.",
    default: 8_192,
  }),

  listSeconds: defaulted<number>({
    variable: "LIST_SECONDS",
    ...integer(1, 86_400),
    summary: "Maximum duration of a list response in seconds.",
    default: 3_600,
  }),
};
