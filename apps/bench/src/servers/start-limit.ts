import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { job } from "../children/job.js";
import { startWorker } from "../children/worker.js";
import { host } from "../clients/requests.js";
import { endProcess, type Workshop } from "../workshop.js";
import { freePort, type Server, untilReady } from "./server.js";

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
