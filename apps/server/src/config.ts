import type { SmtpOptions } from "@repute/adapter-users";
import type { CodeRanges, TimeZone } from "@repute/domain";
import { defined, utc } from "@repute/domain";
import type { Address } from "./settings/address.js";
import type { Environment } from "./settings/setting.js";
import { setting, settingOr } from "./settings/setting.js";
import type { LogLevel } from "./settings/settings.js";
import * as settings from "./settings/settings.js";
import { smtpOf } from "./settings/smtp.js";

/** Settings of the operator. */
export type Config = {
  readonly databaseUrl: string;
  /** PostgreSQL: URL of the same database for the role that owns its tables. Defaults to `databaseUrl`. */
  readonly migrationDatabaseUrl?: string;
  /** PostgreSQL: number of connections per process, without the connections for lists. */
  readonly databasePool: number;
  readonly host: string;
  /** Port to listen on. 0 selects a free port. */
  readonly port: number;
  /** Public URL of the service. Defaults to the host and port. */
  readonly baseUrl?: string;
  /**
   * Keys for access tokens, each as `kid:base64`. The first key signs, and all keys verify. Defaults to a file beside
   * an embedded database.
   */
  readonly tokenKeys?: string;
  /** Lifetime of an access token in seconds. */
  readonly accessTokenSeconds: number;
  /** Origins of partners' key sets that do not have to be public. */
  readonly jwkUrlAllow: readonly string[];
  /** Maximum number of requests per credential per minute. 0 means no limit. */
  readonly requestsPerMinute: number;
  /** Maximum number of token requests per IP address per minute. 0 means no limit. */
  readonly tokenRequestsPerMinute: number;
  /** Maximum number of widget requests per IP address per minute. 0 means no limit. */
  readonly embedRequestsPerMinute: number;
  /** Maximum number of requests for invitation pages per IP address per minute. 0 means no limit. */
  readonly invitationRequestsPerMinute: number;
  /** Proxies that are trusted to report the client's IP address. */
  readonly trustProxy: boolean | number | string;
  readonly logLevel: LogLevel;
  /** Maximum number of submissions per request. */
  readonly bulkSubmissions: number;
  /** Procedure codes that the survey excludes. Defaults to the codes that the survey defines. */
  readonly oasExcludedCodes?: CodeRanges;
  /** Time zone of the nightly cleanup. */
  readonly timeZone: TimeZone;
  /** Maximum number of lists that are read at the same time. Further lists wait. */
  readonly maxLists: number;
  /** Maximum number of lists per account. Defaults to half of `maxLists`. */
  readonly maxListsPerAccount?: number;
  /** Maximum number of bytes of all request bodies in memory. */
  readonly bodyBytes: number;
  /** Minimum rate, in bytes per second, at which a client must read a response. */
  readonly listBytesPerSecond: number;
  /** Maximum duration of a list response in seconds. */
  readonly listSeconds: number;
  /** Seconds that running responses have to finish when the server stops. */
  readonly drainSeconds: number;
  /** Seconds between the stop signal and the close of the listener. `/readyz` returns 503 during this time. */
  readonly drainDelaySeconds: number;
  /** Number of days that deletions are retained for copies. A cursor is valid for at least this long. */
  readonly tombstoneDays: number;
  /** Number of days after which error rows of imports and patient files are deleted. Kept forever if absent. */
  readonly errorRowDays?: number;
  /** Number of days after which audit records are deleted. Kept forever if absent. */
  readonly auditDays?: number;
  /** Folder for images of users. Defaults to the database. */
  readonly imageFolder?: string;
  /** Mail server and sender of invitations. Invitations wait in the database if absent. */
  readonly smtp?: SmtpOptions;
  /** Whether the server serves `/metrics`. */
  readonly metrics: boolean;
  /** Address of a listener that serves only `/metrics`. If set, the main listener does not serve `/metrics`. */
  readonly metricsAddress?: Address;
};

/** Reads the configuration. Throws `invalid_configuration` for an invalid variable, with its name in the message. */
export function readConfig(env: Environment): Config {
  return {
    databaseUrl: settingOr(env, settings.databaseUrl, "sqlite:./data/repute.db"),
    databasePool: settingOr(env, settings.databasePool, 8),
    // Defaults to localhost, because traffic is not encrypted.
    host: settingOr(env, settings.host, "127.0.0.1"),
    port: settingOr(env, settings.port, 8080),
    accessTokenSeconds: settingOr(env, settings.accessTokenSeconds, 300),
    jwkUrlAllow: settingOr(env, settings.jwkUrlAllow, []),
    requestsPerMinute: settingOr(env, settings.requestsPerMinute, 1_200),
    tokenRequestsPerMinute: settingOr(env, settings.tokenRequestsPerMinute, 120),
    embedRequestsPerMinute: settingOr(env, settings.embedRequestsPerMinute, 600),
    invitationRequestsPerMinute: settingOr(env, settings.invitationRequestsPerMinute, 60),
    trustProxy: settingOr(env, settings.trustProxy, false),
    bulkSubmissions: settingOr(env, settings.bulkSubmissions, 1_000),
    timeZone: settingOr(env, settings.timeZone, utc),
    logLevel: settingOr(env, settings.logLevel, "info"),
    maxLists: settingOr(env, settings.maxLists, 32),
    bodyBytes: settingOr(env, settings.bodyBytes, 22_020_096),
    listBytesPerSecond: settingOr(env, settings.listBytesPerSecond, 8_192),
    listSeconds: settingOr(env, settings.listSeconds, 3_600),
    drainSeconds: settingOr(env, settings.drainSeconds, 30),
    drainDelaySeconds: settingOr(env, settings.drainDelaySeconds, 0),
    tombstoneDays: settingOr(env, settings.tombstoneDays, 90),
    metrics: settingOr(env, settings.metrics, false),
    ...defined({
      migrationDatabaseUrl: setting(env, settings.migrationDatabaseUrl),
      baseUrl: setting(env, settings.baseUrl),
      errorRowDays: setting(env, settings.errorRowDays),
      auditDays: setting(env, settings.auditDays),
      tokenKeys: setting(env, settings.tokenKeys),
      oasExcludedCodes: setting(env, settings.oasExcludedCodes),
      maxListsPerAccount: setting(env, settings.maxListsPerAccount),
      imageFolder: setting(env, settings.imageFolder),
      metricsAddress: setting(env, settings.metricsAddress),
      smtp: smtpOf(env),
    }),
  };
}
