import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { host } from "../clients/requests.js";
import type { Data } from "../data/make-data.js";
import { endProcess, type Workshop } from "../workshop.js";
import { freePort, type Server, untilReady } from "./server.js";

/** Path of the script that runs the `repute` command. */
const reputeScript = join(dirname(require.resolve("@repute/server")), "..", "bin", "repute.js");

/** Runs `repute` with the given arguments. Returns the output. */
export async function repute(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const run = promisify(execFile);
  return (await run(process.execPath, [reputeScript, ...args], { env: { ...process.env, ...env } })).stdout;
}

/** Starts `repute serve` on a database. `more` adds environment variables. */
export async function startRepute(
  { adopt }: Workshop,
  { url, token }: Partial<Data>,
  more: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const port = await freePort();
  const env = {
    ...process.env,
    ...(url !== undefined && { DATABASE_URL: url }),
    HOST: host,
    PORT: String(port),
    LOG_LEVEL: "silent",
    // Turn off the rate limit, because the benchmark exceeds the default limit.
    RATE_LIMIT_PER_MINUTE: "0",
    TOKEN_KEYS: `bench:${randomBytes(32).toString("base64")}`,
    ...more,
  };
  const child = adopt(
    spawn(process.execPath, [reputeScript, "serve"], { env, stdio: ["ignore", "ignore", "inherit"] }),
  );
  await untilReady(child, port, "/readyz").catch((error: Error) => {
    throw new Error(`repute serve: ${error.message}`);
  });
  return {
    port,
    pid: child.pid ?? 0,
    headers: token === undefined ? {} : { "api-token": token },
    close: () => endProcess(child),
  };
}
