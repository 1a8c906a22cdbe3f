import { parseTimeZone, type TimeZone, utc } from "@repute/domain";
import { defaulted, integer, optional } from "./setting.js";
import { isPostgresUrl } from "./urls.js";

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

  migrationDatabaseUrl: optional<string>({
    variable: "MIGRATION_DATABASE_URL",
    secret: true,
    expected: "postgres://owner:password@host/database",
    summary: "For PostgreSQL only: URL of the same database, with the role that owns the tables.",
    details: "Migrations use this role.",
    parse: (text) => (isPostgresUrl(text) ? text : undefined),
    unset: "`DATABASE_URL`",
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
    summary: "Number of days after the upload for which error rows of imports and warnings of patient files are kept.",
    details: "The nightly cleanup deletes older rows.",
    unset: "kept forever",
  }),

  auditDays: optional<number>({
    variable: "AUDIT_DAYS",
    ...integer(1, 36_500),
    summary: "Number of days for which audit records and counts of failed authentication are kept.",
    details: "The nightly cleanup deletes older records.",
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
