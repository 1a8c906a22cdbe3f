import type { SmtpOptions } from "@repute/adapter-users";
import type { CodeRanges, TimeZone } from "@repute/domain";
import { defined, utc } from "@repute/domain";
import type { Address } from "./settings/address.js";
import type { Environment } from "./settings/setting.js";
import { setting, settingOr } from "./settings/setting.js";
import type { LogLevel } from "./settings/settings.js";
import * as settings from "./settings/settings.js";
import { smtpOf } from "./settings/smtp.js";

/** Everything that an operator decides. */
export type Config = {
  readonly databaseUrl: string;
  /** PostgreSQL: the same database as the role that owns its tables; `databaseUrl` when absent. */
  readonly migrationDatabaseUrl?: string;
  /** PostgreSQL: how many connections a process uses for everything but lists. */
  readonly databasePool: number;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The service's address as its users see it; from the host and port when absent. */
  readonly baseUrl?: string;
  /** Keys that access tokens are signed with: `kid:base64`, the first signs, all verify; kept beside an embedded database when absent. */
  readonly tokenKeys?: string;
  /** For how many seconds an access token is good. */
  readonly accessTokenSeconds: number;
  /** Origins of partners' keys that need not be public. */
  readonly jwkUrlAllow: readonly string[];
  /** How often a credential may ask in a minute, and an address for tokens; 0 is no limit. */
  readonly requestsPerMinute: number;
  readonly tokenRequestsPerMinute: number;
  /** How often an address may ask in a minute what widgets show; 0 is no limit. */
  readonly embedRequestsPerMinute: number;
  /** How often an address may open the page of an invitation in a minute; 0 is no limit. */
  readonly invitationRequestsPerMinute: number;
  /** Which proxies are believed about the address that a request comes from. */
  readonly trustProxy: boolean | number | string;
  readonly logLevel: LogLevel;
  /** How many submissions a request may bring. */
  readonly bulkSubmissions: number;
  /** Procedure codes about which no patients are surveyed; those of the survey when absent. */
  readonly oasExcludedCodes?: CodeRanges;
  /** In whose nights the server cleans up. */
  readonly timeZone: TimeZone;
  /** How many lists are read at the same time; more of them wait. */
  readonly maxLists: number;
  /** How many of them for one account; half of `maxLists` when absent. */
  readonly maxListsPerAccount?: number;
  /** Maximum number of bytes of request bodies held in memory, over all requests. */
  readonly bodyBytes: number;
  /** How many bytes a second a client has to take of a response that it holds up. */
  readonly listBytesPerSecond: number;
  /** For how many seconds a list may be sent. */
  readonly listSeconds: number;
  /** For how many seconds running responses may go on when the server stops. */
  readonly drainSeconds: number;
  /** Seconds between the signal to stop and the end of the listener. `/readyz` is 503 during this time. */
  readonly drainDelaySeconds: number;
  /** For how many days copies can go on from a cursor, whatever was deleted since. */
  readonly tombstoneDays: number;
  /** Number of days after which error rows of imports and patient files are deleted. Never if absent. */
  readonly errorRowDays?: number;
  /** Number of days after which audit records are deleted. Never if absent. */
  readonly auditDays?: number;
  /** The folder that images of users are kept in; the database when absent. */
  readonly imageFolder?: string;
  /** What mails invitations, and from whom; they wait in the database when absent. */
  readonly smtp?: SmtpOptions;
  /** Whether `/metrics` is served. */
  readonly metrics: boolean;
  /** Address of a listener that serves `/metrics` alone. The main listener does not serve `/metrics` then. */
  readonly metricsAddress?: Address;
};

/** Reads the configuration; a variable that is not understood is `invalid_configuration`, and the message names it. */
export function readConfig(env: Environment): Config {
  return {
    databaseUrl: settingOr(env, settings.databaseUrl, "sqlite:./data/repute.db"),
    databasePool: settingOr(env, settings.databasePool, 8),
    // Traffic is not encrypted, so only this machine is served until somebody decides otherwise.
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
