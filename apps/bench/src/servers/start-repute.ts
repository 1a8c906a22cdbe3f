import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { endProcess } from "../children/end-process.js";
import { host } from "../clients/endpoint.js";
import type { Data } from "../data/make-data.js";
import type { Workshop } from "../workshop.js";
import { freePort } from "./free-port.js";
import { reputeScript } from "./repute.js";
import type { Server } from "./server.js";
import { untilReady } from "./until-ready.js";

/** Starts the server as operators do: `repute serve`, on data, or with what else the environment says. */
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
    // The measurement itself asks more often than any client may.
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
