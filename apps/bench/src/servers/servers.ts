import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Data } from "../data/accounts.js";
import { endProcess, job, startWorker, type Workshop } from "../workshop.js";
import { type Address, host } from "./clients.js";

/** A running server that is measured. */
export type Server = Address & { readonly pid: number; close(): Promise<void> };

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

/** A server that sends a static file, which shows the maximum possible speed. */
export type Limit = Server & { readonly kind: "nginx" | "Node's http" };

/** Starts a fast server that sends a file at `/list.json`: nginx, or Node's `http` if nginx is not installed. */
export async function startLimit(workshop: Workshop, file: string): Promise<Limit> {
  const program = nginxProgram();
  return program
    ? { ...(await startNginx(workshop, program, dirname(file))), kind: "nginx" }
    : { ...(await startBytes(workshop, file)), kind: "Node's http" };
}

// Search these folders too, because Debian installs nginx in a folder that is only in the administrator's PATH.
function nginxProgram(): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, "nginx")).find(existsSync);
}

async function startNginx({ adopt, folder }: Workshop, program: string, root: string): Promise<Server> {
  const port = await freePort();
  const config = join(folder, "nginx.conf");
  await writeFile(config, nginxConfig(root, port));
  const child = adopt(
    spawn(program, ["-e", "stderr", "-p", folder, "-c", config], { stdio: ["ignore", "ignore", "inherit"] }),
  );
  await untilReady(child, port, "/list.json").catch((error: Error) => {
    throw new Error(`nginx: ${error.message}`);
  });
  return { port, pid: child.pid ?? 0, headers: {}, close: () => endProcess(child) };
}

/** Starts a server that responds to every request with the bytes of a file. */
export async function startBytes(workshop: Workshop, file: string): Promise<Server> {
  const worker = startWorker(workshop);
  const port = await worker.run(serveBytes, { file });
  return { port, pid: worker.pid, headers: {}, close: worker.close };
}

/** Serves the bytes of a file from memory. Returns the port. */
const serveBytes = job(__filename, "serveBytes", async ({ file }: { readonly file: string }) => {
  const bytes = await readFile(file);
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json").setHeader("Content-Length", bytes.length).end(bytes);
  });
  server.listen(0, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
});

const temporaryPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** Configures a single nginx process that serves a folder and writes only to this folder. */
const nginxConfig = (folder: string, port: number): string => `
daemon off;
master_process off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 64; }
http {
  access_log off;
  sendfile on;
  gzip_static on;
  tcp_nopush on;
  default_type application/json;
${temporaryPaths.map((name) => `  ${name}_temp_path ${folder}/${name};`).join("\n")}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
  }
}
`;

/** Returns a free TCP port. */
export async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const patience = 30_000;

const pauseBetween = 50;

/** Waits until a server responds to `path`. Throws if the process ends or the wait times out. */
export async function untilReady(child: ChildProcess, port: number, path: string): Promise<void> {
  const before = Date.now() + patience;
  while (Date.now() < before) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const status = await fetch(`http://${host}:${port}${path}`, { method: "HEAD" }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await pause(pauseBetween);
  }
  throw new Error(`it was not ready after ${patience / 1_000} seconds`);
}
