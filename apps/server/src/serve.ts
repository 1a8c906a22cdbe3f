import type { RequestListener } from "node:http";
import { createServer } from "@repute/adapter-express";
import { databaseName, systemClock } from "@repute/adapter-typeorm";
import type { Ports } from "@repute/domain";
import type { Composition } from "./compose.js";
import { compose } from "./compose.js";
import type { Config } from "./config.js";
import { drainOf } from "./drain.js";
import { listen } from "./listen.js";
import type { Logs } from "./logs.js";
import { streamLogs } from "./logs.js";
import { mailing } from "./mailing.js";
import { nightly } from "./nightly.js";
import type { Recurring } from "./recurring.js";
import { sealing } from "./sealing.js";
import { stopSignal } from "./stop-signal.js";
import type { Terminal } from "./terminal.js";

/** What is served once the server is ready, in the place of the app, and what is to be done then. */
type Prepared = { readonly app?: RequestListener; readonly announce?: () => void };

/** What is to be done while the server listens and is not ready yet. */
export type Prepare = (composition: Composition, baseUrl: string) => Promise<Prepared>;

const nothing: Prepare = async () => ({});

/** Runs the server until it is told to stop; everything it opened is closed then. */
export async function serve(
  config: Config,
  terminal: Terminal,
  prepare: Prepare = nothing,
  replace: Partial<Ports> = {},
): Promise<void> {
  const logs = streamLogs(config.logLevel, terminal.stdout);
  const composition = await compose(config, replace, logs);
  try {
    let { app } = composition;
    let jobs: readonly Recurring[] = [];
    const server = createServer((request, response) => app(request, response));
    const drain = drainOf(server, composition.noteStop);
    const baseUrl = await listen(server, config);
    composition.setBaseUrl(baseUrl);
    try {
      const prepared = await prepare(composition, baseUrl);
      app = prepared.app ?? app;
      const stopped = stopSignal(terminal.signals, logs.report);
      composition.setReady(true);
      logs.info(`Using database ${databaseName(config.databaseUrl)}`);
      logs.info(`Listening on ${baseUrl}`);
      warningsOf(config, baseUrl).forEach(logs.warn);
      prepared.announce?.();
      const isMailing = config.smtp !== undefined || replace.invitationMailer !== undefined;
      jobs = jobsOf(composition, config, logs, isMailing);
      logs.info(`Stopping on ${await stopped}`);
    } finally {
      composition.setReady(false);
      await Promise.all([drain(config.drainSeconds * 1_000), ...jobs.map((job) => job.stop())]);
    }
  } finally {
    await composition.close();
  }
  logs.info("Stopped");
}

function jobsOf({ domain }: Composition, { timeZone }: Config, logs: Logs, isMailing: boolean): readonly Recurring[] {
  const always = [nightly(domain, { timeZone, clock: systemClock, logs }), sealing(domain, logs)];
  if (isMailing) return [...always, mailing(domain, logs)];
  logs.info("SMTP_URL is not set: invitations wait in the database until it is set.");
  return always;
}

const warningsOf = ({ smtp, baseUrl, jwkUrlAllow }: Config, local: string): readonly string[] => [
  ...(smtp && baseUrl === undefined ? [localLinks(local)] : []),
  ...(jwkUrlAllow.length > 0 ? [exempt(jwkUrlAllow)] : []),
];

const exempt = (origins: readonly string[]): string =>
  `JWK_URL_ALLOW permits partner keys on any network, including private ones, at: ${origins.join(", ")}`;

const localLinks = (baseUrl: string): string =>
  `BASE_URL is not set: links in invitations point to ${baseUrl}, which may not be reachable for recipients.`;
