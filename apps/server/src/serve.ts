import { spawn } from "node:child_process";
import type { RequestListener } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createServer } from "@repute/adapter-express";
import { databaseName, systemClock } from "@repute/adapter-typeorm";
import { compose, type Composition, type Hosting } from "./compose.js";
import {
  dueInvites,
  mailing,
  nightly,
  type Recurring,
  rendering,
  sealing,
  sendingWebhooks,
  unfinishedWork,
  type Worker,
  workingOnEvents,
  workingOnLoads,
} from "./jobs.js";
import { baseUrlOf, drainOf, listen, listenForMetrics, type MetricsListener } from "./listener.js";
import { type Logs, logStream, streamLogs } from "./logs.js";
import { hostAndPort } from "./settings/address.js";
import { uploadFolderOf } from "./open-domain.js";
import { type Config, unknownLine, unknownVariables } from "./settings/config.js";
import { riskyOf } from "./settings/check-config.js";
import { stopSignal } from "./stop-signal.js";
import type { Terminal } from "./terminal/terminal.js";

/** Request listener to use instead of the default one, and a function that is called when the server is ready. */
type Prepared = { readonly app?: RequestListener; readonly announce?: () => void };

/** Prepares an app after the server has started to listen and before the server is ready. */
export type Prepare = (composition: Composition, baseUrl: string) => Promise<Prepared>;

const nothing: Prepare = async () => ({});

/** Runs the server until it receives a stop signal, then closes the database and all listeners. */
export async function serve(
  config: Config,
  terminal: Terminal,
  prepare: Prepare = nothing,
  hosting: Hosting = {},
): Promise<void> {
  const { stdout, env } = terminal;
  const logs = streamLogs(config.logLevel, await logStream(stdout, env));
  const composition = await compose(config, hosting, logs);
  try {
    let { app } = composition;
    let jobs: readonly Recurring[] = [];
    const server = createServer((request, response) => app(request, response), {
      maxConnections: config.maxConnections,
    });
    const drain = drainOf(server, composition.noteStop);
    const bound = await listen(server, config);
    const baseUrl = baseUrlOf(config, bound.port);
    composition.setBaseUrl(baseUrl);
    let metrics: MetricsListener | undefined;
    try {
      metrics = await metricsOf(composition, config);
      const prepared = await prepare(composition, baseUrl);
      app = prepared.app ?? app;
      const stopped = stopSignal(terminal.signals, logs.report);
      composition.setReady(true);
      logs.info(`Using database ${databaseName(config.databaseUrl)}`);
      logs.info(`Listening on http://${hostAndPort(bound)}`);
      if (metrics) logs.info(`Serving metrics on ${metrics.url}`);
      unknownVariables(terminal.env).map(unknownLine).forEach(logs.warn);
      riskyOf(config, baseUrl).forEach(logs.warn);
      prepared.announce?.();
      const isMailing = config.smtp !== undefined || hosting.replace?.invitationMailer !== undefined;
      const worker = () => startWorker(config, terminal.command);
      jobs = jobsOf(composition, config, { logs, isMailing, worker });
      logs.info(`Stopping on ${await stopped}`);
      composition.setReady(false);
      drain.announce();
      if (config.drainDelaySeconds > 0) await pause(config.drainDelaySeconds * 1_000);
    } finally {
      composition.setReady(false);
      composition.endWaits();
      await Promise.all([drain.finish(config.drainSeconds * 1_000), ...jobs.map((job) => job.stop())]);
      await metrics?.close();
    }
  } finally {
    await composition.close();
  }
  logs.info("Stopped");
}

/** Starts `repute loads work` with the configuration of this server. */
function startWorker(config: Config, [program = "", ...args]: readonly string[]): Worker {
  const folder = uploadFolderOf(config);
  const env = { ...process.env, DATABASE_URL_FILE: "", DATABASE_URL: config.databaseUrl, UPLOAD_DIR: folder };
  const child = spawn(program, [...args, "loads", "work", "--json"], { stdio: ["ignore", "ignore", "inherit"], env });
  return {
    ended: new Promise((resolve) => {
      child.once("error", () => resolve(null));
      child.once("exit", resolve);
    }),
    stop: () => void child.kill("SIGTERM"),
  };
}

/** Serves metrics on the address in `METRICS_ADDRESS`, if set. */
async function metricsOf(
  { metricsApp }: Composition,
  { metricsAddress }: Config,
): Promise<MetricsListener | undefined> {
  return metricsApp && metricsAddress && listenForMetrics(metricsApp, metricsAddress);
}

function jobsOf(
  { domain, setRendering }: Composition,
  { timeZone }: Config,
  { logs, isMailing, worker }: { readonly logs: Logs; readonly isMailing: boolean; readonly worker: () => Worker },
): readonly Recurring[] {
  const always = [
    nightly(domain, { timeZone, clock: systemClock, logs }),
    rendering(domain, logs, setRendering),
    sealing(domain, logs),
    dueInvites(domain, logs),
    unfinishedWork(domain, logs),
    workingOnLoads(domain, logs, worker),
    workingOnEvents(domain, logs),
    sendingWebhooks(domain, logs),
  ];
  if (isMailing) return [...always, mailing("invitation", domain, logs), mailing("notification", domain, logs)];
  logs.info("SMTP_URL is not set. Invitations and notifications stay in the database until SMTP_URL is set.");
  return always;
}
