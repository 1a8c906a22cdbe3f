import { once } from "node:events";
import { afterEach } from "@jest/globals";
import type { Environment } from "../../src/settings/setting.js";
import { printed, reputeInChild } from "./child-process.js";

/** Server in a child process. */
export type ServerProcess = {
  readonly baseUrl: string;
  readonly pid: number;
  /** Sends a signal. Resolves when the process has exited. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  signal(signal: "SIGTERM"): void;
};

const noLimits = { RATE_LIMIT_PER_MINUTE: "0", TOKEN_RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "info" };

/** Returns a function that starts servers without rate limits. All servers end with the test. */
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
