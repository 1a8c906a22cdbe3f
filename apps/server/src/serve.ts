import type { RequestListener } from "node:http";
import { createServer } from "@repute/adapter-express";
import { databaseName, systemClock } from "@repute/adapter-typeorm";
import type { Ports } from "@repute/domain";
import type { Composition } from "./compose.js";
import { compose } from "./compose.js";
import type { Config } from "./config.js";
import { drainOf } from "./drain.js";
import { listen } from "./listen.js";
import { streamLogs } from "./logs.js";
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
    const drain = drainOf(server);
    const baseUrl = await listen(server, config);
    composition.setBaseUrl(baseUrl);
    try {
      const prepared = await prepare(composition, baseUrl);
      app = prepared.app ?? app;
      const stopped = stopSignal(terminal.signals, logs.report);
      composition.setReady(true);
      logs.info(`using the database ${databaseName(config.databaseUrl)}`);
      logs.info(`listening on ${baseUrl}`);
      if (config.jwkUrlAllow.length > 0) logs.warn(exempt(config.jwkUrlAllow));
      prepared.announce?.();
      jobs = [
        nightly(composition.domain, { timeZone: config.timeZone, clock: systemClock, logs }),
        sealing(composition.domain, logs),
      ];
      logs.info(`stopping on ${await stopped}`);
    } finally {
      composition.setReady(false);
      await Promise.all([drain(config.drainSeconds * 1_000), ...jobs.map((job) => job.stop())]);
    }
  } finally {
    await composition.close();
  }
  logs.info("stopped");
}

const exempt = (origins: readonly string[]): string =>
  `JWK_URL_ALLOW: partners' keys may lie at ${origins.join(", ")}, whatever network that is in`;
