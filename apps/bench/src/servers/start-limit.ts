import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { endProcess } from "../children/end-process.js";
import { startWorker } from "../children/worker.js";
import type { Workshop } from "../workshop.js";
import { freePort } from "./free-port.js";
import { nginxConfig } from "./nginx-config.js";
import type { Server } from "./server.js";
import { untilReady } from "./until-ready.js";

/** What shows how fast bytes can be delivered at all. */
export type LimitKind = "nginx" | "Node's http";

/** nginx where it is installed, else bytes in the memory of Node. */
export const limitKind = (): LimitKind => (nginxProgram() ? "nginx" : "Node's http");

/** Starts what delivers a file's bytes as fast as this machine can; its path is `/list.json`. */
export async function startLimit(workshop: Workshop, file: string): Promise<Server> {
  const program = nginxProgram();
  return program ? startNginx(workshop, program, dirname(file)) : startBytes(workshop, file);
}

// Debian keeps it where only the administrator's PATH looks.
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

/** Starts what answers every request with a file's bytes. */
export async function startBytes(workshop: Workshop, file: string): Promise<Server> {
  const worker = startWorker(workshop);
  const port = await worker.run("serveBytes", { file });
  return { port, pid: worker.pid, headers: {}, close: worker.close };
}
