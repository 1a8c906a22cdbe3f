import { createApp, createMetricsApp, type RequestLog, type StartLink } from "@repute/adapter-express";
import {
  backupDatabase,
  databaseName,
  type DatabaseOptions,
  type Migrated,
  openDatabase,
  restoreDatabase,
  type RestoredFile,
  systemClock,
  typeormPorts,
  verifyDatabase,
  type WrittenFile,
} from "@repute/adapter-typeorm";
import {
  commonPasswords,
  folderImageStore,
  scryptPasswords,
  sharpImageEncoder,
  smtpMailer,
} from "@repute/adapter-users";
import { trackingScript, widgetScripts, widgetViews } from "@repute/browser";
import {
  createDomain,
  defined,
  type Domain,
  type InviteSender,
  type OperatorPort,
  type Ports,
  type RenderProgress,
} from "@repute/domain";
import { auditTrail } from "./audit-trail.js";
import { checkKeys, keyPorts, newTokenKeys, tokenKeysOf } from "./keys.js";
import { baseUrlOf } from "./listener.js";
import { type Logs, silentLogs } from "./logs.js";
import { createMetrics, type Metrics } from "./metrics.js";
import { isPostgresUrl } from "./settings/address.js";
import type { Config } from "./settings/config.js";

/** The use cases (domain), connected to the configured database. */
export type OpenDomain = {
  readonly domain: Domain;
  /** Throws if the database cannot be read and written. */
  tryDatabase(): Promise<void>;
  close(): Promise<void>;
};

/** A composed server that does not listen yet. Its `/readyz` returns 503 until `setReady(true)` is called. */
export type Composition = Awaited<ReturnType<typeof compose>>;

/** Account key that never exists. Looking up this key is a cheap check of the database. */
const unknownKey = "";

/** Options that a server sets and commands can omit. */
type Serving = OperatorPort & {
  readonly replace?: Partial<Ports>;
  readonly metrics?: Pick<Metrics, "counted"> | undefined;
  readonly tokenKeys?: () => Promise<string>;
  readonly baseUrl?: () => string;
  /** Prints a warning, for example about a superuser if `ALLOW_SUPERUSER` permits it. */
  readonly warn?: (message: string) => void;
} & Pick<DatabaseOptions, "migrate" | "onMigrated">;

/** Opens the configured database. Without `migrate`, an outdated database throws on first use. */
export async function openDomain(
  config: Config,
  { replace = {}, metrics, tokenKeys = async () => newTokenKeys(), baseUrl, operator, ...opening }: Serving = {},
): Promise<OpenDomain> {
  const { clock = systemClock } = replace;
  const { warn = () => {}, ...migrating } = opening;
  const onSuperuser = config.allowSuperuser ? warn : undefined;
  const db = await openDatabase({ ...databaseOptions(config), ...migrating, ...defined({ onSuperuser }), clock });
  const keys = await tokenKeys()
    .then((text) => keyPorts(config, text, clock))
    .catch(closing(db));
  const { partnerKeys, accessTokens } = keys;
  const ports = { ...typeormPorts(db), partnerKeys, accessTokens, ...userPorts(config), operator, ...replace };
  const { storage } = ports;
  const counted = metrics ? { ...storage, feed: metrics.counted(storage.feed) } : storage;
  const options = { ...config, retention: config, ...defined({ baseUrl }) };
  const tryStoring = atIntervals(() => db.tryStoring());
  return {
    domain: createDomain({ ...ports, storage: counted }, options),
    async tryDatabase() {
      await storage.accounts.byKey(unknownKey);
      await tryStoring();
    },
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

type ServerState = { ready: boolean; baseUrl: string; rendering?: RenderProgress | undefined };

/** Ports to replace, and further links on the start page. */
export type Hosting = { readonly replace?: Partial<Ports>; readonly startLinks?: readonly StartLink[] };

/** Opens the domain and creates the app that serves it. */
export async function compose(
  config: Config,
  { replace = {}, startLinks = [] }: Hosting = {},
  logs: Logs = silentLogs,
) {
  const metrics = collectsMetrics(config) ? createMetrics() : undefined;
  const state: ServerState = { ready: false, baseUrl: baseUrlOf(config) };
  checkKeys(config);
  const { domain, tryDatabase, close } = await openDomain(config, {
    replace: { inviteSender: inviteLog(logs.info), ...replace },
    metrics,
    tokenKeys: () => tokenKeysOf(config),
    baseUrl: () => state.baseUrl,
    migrate: true,
    warn: logs.warn,
    onMigrated: (migrated) => logs.info(migratedLine(config, migrated)),
  });
  const trail = auditTrail(domain, replace.clock ?? systemClock, logs.report);
  const log = (record: RequestLog) => {
    logs.request(record);
    metrics?.request(record);
    trail.note(record);
  };
  const stopping = new AbortController();
  const app = createApp(domain, {
    ...config,
    listMilliseconds: config.listSeconds * 1_000,
    maxWaits: Math.floor(config.maxConnections * waitingShare),
    stopping: stopping.signal,
    ready: async () => {
      if (state.ready) await tryDatabase();
      return state.ready;
    },
    rendering: () => state.rendering,
    log,
    report: logs.report,
    onUntrustedProxy: (address) => logs.warn(untrustedProxy(address)),
    trackingScript: trackingScript(),
    widgetScripts: widgetScripts(),
    widgetViews: widgetViews(),
    startLinks,
    ...(metrics && !config.metricsAddress && { metrics: metrics.read }),
  });
  return {
    domain,
    app,
    /** Request listener that serves only `/metrics`. Absent if no metrics are collected. */
    ...(metrics && { metricsApp: createMetricsApp(metrics.read, { report: logs.report }) }),
    report: logs.report,
    /** Sets the base URL after the listener has opened its port. */
    setBaseUrl: (baseUrl: string) => void (state.baseUrl = baseUrl),
    /** Sets whether `/readyz` reports that the server is ready. */
    setReady: (ready: boolean) => void (state.ready = ready),
    /** Sets the rendering progress that `/readyz` reports. */
    setRendering: (progress: RenderProgress | undefined) => void (state.rendering = progress),
    /** Ends all requests that wait for changes. */
    endWaits: () => stopping.abort(),
    noteStop: trail.noteStop,
    async close() {
      await trail.close();
      await close();
    },
  };
}

const collectsMetrics = ({ servesMetrics, metricsAddress }: Config): boolean =>
  servesMetrics || metricsAddress !== undefined;

const migratedLine = ({ databaseUrl }: Config, { isNew, applied }: Migrated): string =>
  `${isNew ? "Created" : "Migrated"} database ${databaseName(databaseUrl)} (${applied.length} migrations)`;

/** Returns an error handler that closes a database and rethrows the error. */
const closing =
  (db: Pick<OpenDomain, "close">) =>
  async (error: unknown): Promise<never> => {
    await db.close();
    throw error;
  };

const untrustedProxy = (address: string): string =>
  `TRUST_PROXY does not trust ${address}, but requests from this address have an X-Forwarded-For header. All clients behind this proxy count as one address. If the proxy is yours, set TRUST_PROXY=${address}.`;

/** Share of the connections that can wait for changes. The other connections remain for requests such as `/healthz`. */
const waitingShare = 3 / 4;

/**
 * Returns the database options.
 * Half of the connections are reserved for small reads, so that units of work cannot block them.
 */
function databaseOptions(config: Config): DatabaseOptions {
  const { databaseUrl, databasePool } = config;
  const writers = Math.floor(databasePool / 2);
  return { ...config, url: databaseUrl, readers: databasePool - writers, writers };
}

/**
 * Migrates the configured database. Returns the names of the applied migrations.
 * Warns about a superuser instead of refusing it, because `DATABASE_URL` may name the server's role later.
 */
export async function migrateDatabase(config: Config, warn: (message: string) => void): Promise<readonly string[]> {
  const db = await openDatabase({ ...databaseOptions(config), onSuperuser: warn });
  try {
    return await db.migrate();
  } finally {
    await db.close();
  }
}

/** Connects to the configured database and closes it again. Throws as the server would. */
export async function tryOpening(config: Config, warn: (message: string) => void): Promise<void> {
  await (
    await openDatabase({ ...databaseOptions(config), ...(config.allowSuperuser && { onSuperuser: warn }) })
  ).close();
}

/** Copies the configured database to a file, even while the database is in use. */
export const backup = ({ databaseUrl, backupDatabaseUrl }: Config, to: string, replace: boolean): WrittenFile =>
  backupDatabase(isPostgresUrl(databaseUrl) ? (backupDatabaseUrl ?? databaseUrl) : databaseUrl, to, replace);

/** Checks the configured database or a backup file. The database can be in use. */
export const verify = ({ databaseUrl }: Config, file?: string): WrittenFile => verifyDatabase(databaseUrl, file);

/**
 * Replaces the configured database with a backup.
 * Keeps the replaced database under a name that contains the current time.
 */
export function restore({ databaseUrl }: Config, from: string, replace: boolean): RestoredFile {
  const stamp = `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
  return restoreDatabase(databaseUrl, from, replace, stamp);
}

/** Minimum time between two checks, in milliseconds. */
const interval = 1_000;

/** Runs a check at most once per interval. Calls within the interval get the last result. */
function atIntervals(check: () => Promise<void>): () => Promise<void> {
  let last: { readonly at: number; readonly result: Promise<void> } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at >= interval) last = { at: now, result: check() };
    return last.result;
  };
}

/** Logs the number of waiting invites of an account instead of sending the invites. Never logs recipients. */
export const inviteLog = (log: (message: string) => void): InviteSender => ({
  async schedule(account, invites) {
    if (invites.length > 0)
      log(`${invites.length} invites scheduled for account ${account} (no invite sender is configured)`);
  },
});
