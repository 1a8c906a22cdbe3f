import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { endProcess } from "../children/end-process.js";
import { host } from "../clients/endpoint.js";
import type { Data } from "../data/make-data.js";
import type { Workshop } from "../workshop.js";
import { freePort } from "./free-port.js";
import type { Server } from "./server.js";
import { untilReady } from "./until-ready.js";

const commandLine = join(dirname(require.resolve("@repute/server")), "..", "bin", "repute.js");

/** Starts the server as operators do: `repute serve`. */
export async function startRepute({ adopt }: Workshop, { url, token }: Data): Promise<Server> {
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: url,
    HOST: host,
    PORT: String(port),
    LOG_LEVEL: "silent",
    // The measurement itself asks more often than any client may.
    RATE_LIMIT_PER_MINUTE: "0",
    TOKEN_KEYS: `bench:${randomBytes(32).toString("base64")}`,
  };
  const child = adopt(spawn(process.execPath, [commandLine, "serve"], { env, stdio: ["ignore", "ignore", "inherit"] }));
  await untilReady(child, port, "/readyz").catch((error: Error) => {
    throw new Error(`repute serve: ${error.message}`);
  });
  return { port, pid: child.pid ?? 0, headers: { "api-token": token }, close: () => endProcess(child) };
}
