import type { RequestLog } from "@repute/adapter-express";
import { createApp } from "@repute/adapter-express";
import type { DatabaseOptions, RestoredFile, WrittenFile } from "@repute/adapter-typeorm";
import {
  backupDatabase,
  openDatabase,
  restoreDatabase,
  systemClock,
  typeormPorts,
  verifyDatabase,
} from "@repute/adapter-typeorm";
import {
  commonPasswords,
  folderImageStore,
  scryptPasswords,
  sharpImageEncoder,
  smtpMailer,
} from "@repute/adapter-users";
import { trackingScript, widgetScript } from "@repute/browser";
import type { Domain, OperatorPort, Ports } from "@repute/domain";
import { createDomain, defined } from "@repute/domain";
import { auditTrail } from "./audit-trail.js";
import type { Config } from "./config.js";
import { inviteLog } from "./invite-log.js";
import { keyPorts } from "./key-ports.js";
import { baseUrlOf } from "./listen.js";
import type { Logs } from "./logs.js";
import { silentLogs } from "./logs.js";
import type { Metrics } from "./metrics.js";
import { createMetrics } from "./metrics.js";
import { readmeText } from "./readme.js";
import { newTokenKeys, tokenKeysOf } from "./token-keys.js";

/** The use cases on the configured database. */
export type OpenDomain = {
  readonly domain: Domain;
  /** Throws unless the database can be used. */
  tryDatabase(): Promise<void>;
  close(): Promise<void>;
};

/** Everything a server is made of. It is not ready until its owner says so. */
export type Composition = Awaited<ReturnType<typeof compose>>;

/** No account has this key: looking for it is one small statement. */
const nobody = "";

/** What those who serve the domain have that commands need not have. */
type Serving = OperatorPort & {
  readonly replace?: Partial<Ports>;
  readonly metrics?: Pick<Metrics, "counted"> | undefined;
  readonly tokenKeys?: string;
  readonly baseUrl?: () => string;
};

/** Opens the configured database, makes it when it is not there, and brings it up to date. */
export async function openDomain(
  config: Config,
  { replace = {}, metrics, tokenKeys = newTokenKeys(), baseUrl, operator }: Serving = {},
): Promise<OpenDomain> {
  const { clock = systemClock } = replace;
  const keys = keyPorts(config, tokenKeys, clock);
  const db = await openDatabase({ ...databaseOptions(config), migrate: true, clock });
  const { partnerKeys, accessTokens } = keys;
  const ports = { ...typeormPorts(db), partnerKeys, accessTokens, ...userPorts(config), operator, ...replace };
  const { storage } = ports;
  const counted = metrics ? { ...storage, feed: metrics.counted(storage.feed) } : storage;
  const { accessTokenSeconds, bulkSubmissions: mostSubmissions, oasExcludedCodes, tombstoneDays } = config;
  const retention = defined({ errorRowDays: config.errorRowDays, auditDays: config.auditDays });
  const options = {
    accessTokenSeconds,
    retention,
    mostSubmissions,
    tombstoneDays,
    ...defined({ baseUrl, oasExcludedCodes }),
  };
  return {
    domain: createDomain({ ...ports, storage: counted }, options),
    tryDatabase: async () => void (await storage.accounts.byKey(nobody)),
    async close() {
      keys.close();
      await db.close();
    },
  };
}

function userPorts({ imageFolder, smtp }: Config): Partial<Ports> {
  return {
    imageEncoder: sharpImageEncoder(),
    ...(imageFolder !== undefined && { imageStore: folderImageStore(imageFolder) }),
    ...(smtp && { invitationMailer: smtpMailer(smtp) }),
    passwordHasher: scryptPasswords().hash,
    commonPasswords: commonPasswords(),
  };
}

/** The same with the app that serves it. */
export async function compose(config: Config, replace: Partial<Ports> = {}, logs: Logs = silentLogs) {
  const metrics = config.metrics ? createMetrics() : undefined;
  const state = { ready: false, baseUrl: baseUrlOf(config) };
  const [tokenKeys, readme] = await Promise.all([tokenKeysOf(config), readmeText()]);
  const { domain, tryDatabase, close } = await openDomain(config, {
    replace: { inviteSender: inviteLog(logs.info), ...replace },
    metrics,
    tokenKeys,
    baseUrl: () => state.baseUrl,
  });
  const trail = auditTrail(domain, replace.clock ?? systemClock, logs.report);
  const log = (record: RequestLog) => {
    logs.request(record);
    metrics?.request(record);
    trail.note(record);
  };
  const stopping = new AbortController();
  const app = createApp(domain, {
    stopping: stopping.signal,
    ready: async () => {
      if (state.ready) await tryDatabase();
      return state.ready;
    },
    log,
    report: logs.report,
    onUntrustedProxy: (address) => logs.warn(untrustedProxy(address)),
    trackingScript: trackingScript(),
    widgetScript: widgetScript(),
    ...(readme !== undefined && { readme }),
    ...(config.baseUrl !== undefined && { baseUrl: config.baseUrl }),
    ...(metrics && { metrics: metrics.read }),
    ...limitsOf(config),
  });
  return {
    domain,
    app,
    report: logs.report,
    /** Tells where it listens, once that is known. */
    setBaseUrl: (baseUrl: string) => void (state.baseUrl = baseUrl),
    /** Once it is not ready any more, nobody is kept waiting. */
    setReady(ready: boolean) {
      state.ready = ready;
      if (!ready) stopping.abort();
    },
    noteStop: trail.noteStop,
    async close() {
      await trail.close();
      await close();
    },
  };
}

const untrustedProxy = (address: string): string =>
  `TRUST_PROXY does not trust ${address}, but requests from it have an X-Forwarded-For header. All callers behind ` +
  `this proxy count as one address. If it is your proxy, set TRUST_PROXY=${address}.`;

const limitsOf = ({
  requestsPerMinute,
  tokenRequestsPerMinute,
  embedRequestsPerMinute,
  invitationRequestsPerMinute,
  trustProxy,
  ...lists
}: Config) => ({
  requestsPerMinute,
  tokenRequestsPerMinute,
  embedRequestsPerMinute,
  invitationRequestsPerMinute,
  trustProxy,
  leastBytesPerSecond: lists.listBytesPerSecond,
  bodyBytes: lists.bodyBytes,
  listMilliseconds: lists.listSeconds * 1_000,
});

/** Units of work get half of the connections, so that no number of them keeps small reads waiting. */
function databaseOptions(config: Config): DatabaseOptions {
  const { databaseUrl, migrationDatabaseUrl, databasePool, maxLists, maxListsPerAccount } = config;
  return {
    url: databaseUrl,
    ...(migrationDatabaseUrl !== undefined && { migrationUrl: migrationDatabaseUrl }),
    readers: Math.ceil(databasePool / 2),
    writers: Math.floor(databasePool / 2),
    lists: maxLists,
    ...(maxListsPerAccount !== undefined && { listsPerAccount: maxListsPerAccount }),
  };
}

/** Brings the configured database up to date; returns the names of the migrations that were applied. */
export async function migrateDatabase(config: Config): Promise<readonly string[]> {
  const db = await openDatabase(databaseOptions(config));
  try {
    return await db.migrate();
  } finally {
    await db.close();
  }
}

/** Copies the configured database, which may be in use, to a file. */
export const backup = ({ databaseUrl }: Config, to: string, replace: boolean): WrittenFile =>
  backupDatabase(databaseUrl, to, replace);

/** Checks the configured database, which may be in use, or a backup of one. */
export const verify = ({ databaseUrl }: Config, file?: string): WrittenFile => verifyDatabase(databaseUrl, file);

/** Puts a backup in the place of the configured database; one that it replaces is kept under the time of now. */
export function restore({ databaseUrl }: Config, from: string, replace: boolean): RestoredFile {
  const stamp = `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
  return restoreDatabase(databaseUrl, from, replace, stamp);
}
