import { createServer } from "@repute/adapter-express";
import { databaseName } from "@repute/adapter-typeorm";
import type { Composition } from "./compose.js";
import { compose } from "./compose.js";
import type { Config } from "./config.js";
import { drainOf } from "./drain.js";
import { listen } from "./listen.js";
import { streamLogs } from "./logs.js";
import { stopSignal } from "./stop-signal.js";
import type { Terminal } from "./terminal.js";

/** What is to be done while the server listens and is not ready yet; answers what is to be done once it is. */
export type Prepare = (composition: Composition, baseUrl: string) => Promise<() => void>;

const nothing: Prepare = async () => () => {};

const drainMilliseconds = 30_000;

/** Runs the server until it is told to stop; everything it opened is closed then. */
export async function serve(config: Config, terminal: Terminal, prepare: Prepare = nothing): Promise<void> {
  const logs = streamLogs(config.logLevel, terminal.stdout);
  const composition = await compose(config, {}, logs);
  try {
    const server = createServer(composition.app);
    const drain = drainOf(server);
    const baseUrl = await listen(server, config);
    composition.state.baseUrl = baseUrl;
    try {
      const announce = await prepare(composition, baseUrl);
      const stopped = stopSignal(terminal.signals, logs.report);
      composition.state.ready = true;
      logs.info(`using the database ${databaseName(config.databaseUrl)}`);
      logs.info(`listening on ${baseUrl}`);
      if (config.jwkUrlAllow.length > 0) logs.warn(exempt(config.jwkUrlAllow));
      announce();
      logs.info(`stopping on ${await stopped}`);
    } finally {
      composition.state.ready = false;
      await drain(drainMilliseconds);
    }
  } finally {
    await composition.close();
  }
  logs.info("stopped");
}

const exempt = (origins: readonly string[]): string =>
  `JWK_URL_ALLOW: partners' keys may lie at ${origins.join(", ")}, whatever network that is in`;
