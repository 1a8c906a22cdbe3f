import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Data } from "../data/accounts.js";
import { endProcess, type Job, job, startWorker, type Workshop } from "../workshop.js";
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
export function startRepute(
  workshop: Workshop,
  { url, token }: Partial<Data>,
  more: NodeJS.ProcessEnv = {},
): Promise<Server> {
  return startProgram(workshop, "/readyz", (port) => ({
    command: [process.execPath, reputeScript, "serve"],
    headers: token === undefined ? {} : { "api-token": token },
    env: {
      ...(url !== undefined && { DATABASE_URL: url }),
      HOST: host,
      PORT: String(port),
      LOG_LEVEL: "silent",
      // Turn off the rate limit, because the benchmark exceeds the default limit.
      RATE_LIMIT_PER_MINUTE: "0",
      TOKEN_KEYS: `bench:${randomBytes(32).toString("base64")}`,
      ...more,
    },
  }));
}

/** Command that starts a server, additional environment variables, and the headers of requests to the server. */
type Program = {
  readonly command: readonly [string, ...string[]];
  readonly env?: NodeJS.ProcessEnv;
  readonly headers?: Server["headers"];
};

/** Starts a server on a free port. Waits until it responds to `path`. */
export async function startProgram(
  { adopt }: Workshop,
  path: string,
  programOn: (port: number) => Program,
): Promise<Server> {
  const port = await freePort();
  const { command, env, headers = {} } = programOn(port);
  const [program, ...args] = command;
  const child = adopt(
    spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "inherit"] }),
  );
  await untilReady(child, port, path).catch((error: Error) => {
    throw new Error(`${command.join(" ")}: ${error.message}`);
  });
  return { port, pid: child.pid ?? 0, headers, close: () => endProcess(child) };
}

/** Starts a server in a worker process. The job returns the server's port. `flags` are flags for Node. */
export async function startInWorker<Order>(
  workshop: Workshop,
  job: Job<Order, number>,
  order: Order,
  { headers = {}, flags }: { readonly headers?: Server["headers"]; readonly flags?: readonly string[] } = {},
): Promise<Server> {
  const worker = startWorker(workshop, flags);
  return { port: await worker.run(job, order), pid: worker.pid, headers, close: worker.close };
}

/** Listens on a free port. Returns the port. */
export async function listening(server: HttpServer): Promise<number> {
  await once(server.listen(0, host), "listening");
  return (server.address() as AddressInfo).port;
}

/** Flag that raises Node's memory limit, for programs that build a list as one large string. */
export const largeHeap = "--max-old-space-size=8192";

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

const startNginx = (workshop: Workshop, program: string, root: string): Promise<Server> =>
  startProgram(workshop, "/list.json", (port) => {
    const config = join(workshop.folder, "nginx.conf");
    writeFileSync(config, nginxConfig(root, port));
    return { command: [program, "-e", "stderr", "-p", workshop.folder, "-c", config] };
  });

/** Starts a server that responds to every request with the bytes of a file. */
export const startBytes = (workshop: Workshop, file: string): Promise<Server> =>
  startInWorker(workshop, serveBytes, { file });

/** Serves the bytes of a file from memory. Returns the port. */
const serveBytes = job(__filename, "serveBytes", async ({ file }: { readonly file: string }) => {
  const bytes = await readFile(file);
  const headers = { "Content-Type": "application/json", "Content-Length": bytes.length };
  return listening(createServer((_request, response) => response.writeHead(200, headers).end(bytes)));
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
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await promisify(server.close.bind(server))();
  return port;
}

const patience = 120_000;

const pauseBetween = 50;

/** Waits until a server responds to `path`. Throws if the process ends or the wait times out. */
async function untilReady(child: ChildProcess, port: number, path: string): Promise<void> {
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
