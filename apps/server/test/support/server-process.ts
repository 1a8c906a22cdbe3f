import { once } from "node:events";
import { afterEach } from "@jest/globals";
import type { Environment } from "../../src/settings/setting.js";
import { printed, reputeInChild } from "./child-process.js";

/** A server in a process of its own. */
export type ServerProcess = {
  readonly baseUrl: string;
  readonly pid: number;
  /** Sends it a signal; returns once it has ended. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  signal(signal: "SIGTERM"): void;
};

const noLimits = { RATE_LIMIT_PER_MINUTE: "0", TOKEN_RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "info" };

/** Starts servers without limits on requests, which end with the test at the latest. */
export function serverProcesses(): (env: Environment) => Promise<ServerProcess> {
  const running = new Set<ServerProcess>();
  afterEach(async () => {
    await Promise.all([...running].map((server) => server.end("SIGKILL")));
  });
  return async (env) => {
    const child = reputeInChild(["serve"], { ...noLimits, ...env });
    const closed = once(child, "close");
    const [, baseUrl = ""] = await printed(child.stdout, /Listening on (http:[^\s"]+)/);
    child.stdout.resume();
    child.stderr.resume();
    const server: ServerProcess = {
      baseUrl,
      pid: child.pid ?? 0,
      signal: (signal) => void child.kill(signal),
      async end(signal) {
        child.kill(signal);
        await closed;
        running.delete(server);
      },
    };
    running.add(server);
    return server;
  };
}
