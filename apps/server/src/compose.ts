import { createApp, createMetricsApp, type RequestLog, type StartLink } from "@repute/adapter-express";
import { databaseName, type Migrated, systemClock } from "@repute/adapter-typeorm";
import { pageFiles, trackingScript, widgetScripts, widgetViews } from "@repute/browser";
import type { Domain, InviteSender, Ports, RenderProgress } from "@repute/domain";
import { auditTrail } from "./audit-trail.js";
import { checkKeys, keyPorts, tokenKeysOf } from "./keys.js";
import { baseUrlOf } from "./listener.js";
import { type Logs, silentLogs } from "./logs.js";
import type { Metrics } from "./metrics.js";
import { openDomain } from "./open-domain.js";
import { loadReports } from "./report/load-report.js";
import type { Config } from "./settings/config.js";

/** A composed server that does not listen yet. Its `/readyz` returns 503 until `setReady(true)` is called. */
export type Composition = Awaited<ReturnType<typeof compose>>;

type ServerState = { ready: boolean; baseUrl: string; rendering?: RenderProgress | undefined };

/** Ports to replace, and further links on the start page. */
export type Hosting = { readonly replace?: Partial<Ports>; readonly startLinks?: readonly StartLink[] };

/** Opens the domain and creates the app that serves it. */
export async function compose(
  config: Config,
  { replace = {}, startLinks = [] }: Hosting = {},
  logs: Logs = silentLogs,
) {
  const metrics = await metricsOf(config);
  const state: ServerState = { ready: false, baseUrl: baseUrlOf(config) };
  checkKeys(config);
  const { clock = systemClock } = replace;
  const { domain, tryDatabase, close } = await openDomain(config, {
    replace: { inviteSender: inviteLog(logs.info), ...replace },
    metrics,
    partners: async () => keyPorts(config, await tokenKeysOf(config), clock),
    baseUrl: () => state.baseUrl,
    migrate: true,
    warn: logs.warn,
    onMigrated: (migrated) => logs.info(migratedLine(config, migrated)),
  });
  if (config.accountMetrics) await addAccounts(metrics, domain, logs);
  const trail = auditTrail(domain, clock, logs.report);
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
    pageFiles: pageFiles(),
    loadReport: loadReports(domain),
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

/** Creates the metrics. Most servers collect none, so they do not load the library. */
async function metricsOf({ servesMetrics, metricsAddress }: Config): Promise<Metrics | undefined> {
  return servesMetrics || metricsAddress ? (await import("./metrics.js")).createMetrics() : undefined;
}

/** Adds the states of the accounts to the metrics, if the server collects any. */
async function addAccounts(metrics: Metrics | undefined, { accounts }: Pick<Domain, "accounts">, { report }: Logs) {
  if (metrics) (await import("./account-metrics.js")).collectAccounts(metrics.register, accounts, report);
}

const migratedLine = ({ databaseUrl }: Config, { isNew, applied }: Migrated): string =>
  `${isNew ? "Created" : "Migrated"} database ${databaseName(databaseUrl)} (${applied.length} migrations)`;

const untrustedProxy = (address: string): string =>
  `TRUST_PROXY does not trust ${address}, but requests from this address have an X-Forwarded-For header. All clients behind this proxy count as one address. If the proxy is yours, set TRUST_PROXY=${address}.`;

/** Share of the connections that can wait for changes. The other connections remain for requests such as `/healthz`. */
const waitingShare = 3 / 4;

/** Logs the number of waiting invites of an account instead of sending the invites. Never logs recipients. */
export const inviteLog = (log: (message: string) => void): InviteSender => ({
  async schedule(account, invites) {
    if (invites.length > 0)
      log(`${invites.length} invites scheduled for account ${account} (no invite sender is configured)`);
  },
});
