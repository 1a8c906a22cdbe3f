import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Window } from "../data/accounts.js";
import { count, row, x } from "../row.js";
import { download, host, saveBody } from "../servers/clients.js";
import { serveGenerated } from "../servers/generated-server.js";
import { freePort, type Server, untilReady } from "../servers/servers.js";
import { endpoint, type Stage } from "../stage.js";
import { endProcess, startWorker, type Workshop } from "../workshop.js";

/** Flag that raises Node's memory limit, because the compared programs build a list as one large string. */
const heap = "--max-old-space-size=8192";

/** Compares the service with similar programs. The bench installs these programs for the run. */
export const peers = row({
  title: "peers",
  once: true,
  headings: ({ sizes }) => ({
    list_x_json_server: x(`Speed of a list of ${count(sizes.naive)} rows, relative to json-server`),
    list_x_generated: x(`Speed of a list of ${count(sizes.naive)} rows, relative to a controller of @dataui/crud`),
  }),
  async measure(stage, { repute, data }) {
    const folder = await installPeers(stage.workshop);
    if (folder === undefined) return { list_x_json_server: undefined, list_x_generated: undefined };
    const own = await fastest(stage, repute, data.naive.path);
    const generated = await generatedServer(stage, folder);
    const generatedTook = await fastest(stage, generated, pathOf(data.naive));
    await generated.close();
    const jsonServer = await startJsonServer(stage, folder);
    const jsonServerTook = await fastest(stage, jsonServer, "/items");
    await jsonServer.close();
    return { list_x_json_server: jsonServerTook / own, list_x_generated: generatedTook / own };
  },
});

/**
 * Returns the peer's path for a time window.
 * The path filters by date, because a limit would make the peer query all ids first.
 */
function pathOf({ path }: Window): string {
  const { searchParams } = new URL(path, "http://localhost");
  const [from, to] = [searchParams.get("date"), searchParams.get("end")];
  return from && to ? `/reviews?filter=createdAt||$between||${Date.parse(from)},${Date.parse(to)}` : "/reviews";
}

const times = 3;

/** Returns the shortest of several times, in milliseconds, because outliers say nothing about the program. */
async function fastest({ client }: Stage, server: Server, path: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    best = Math.min(best, (await client.run(download, endpoint(server, path))).milliseconds);
  }
  return best;
}

async function generatedServer({ workshop, data }: Stage, peers: string): Promise<Server> {
  const worker = startWorker(workshop, [heap]);
  const file = data.naiveUrl.replace("sqlite:", "");
  const port = await worker.run(serveGenerated, { peers, file, account: data.account });
  return { port, pid: worker.pid, headers: {}, close: worker.close };
}

/** Starts json-server with a response from the service as its data. */
async function startJsonServer({ workshop, client, repute, data }: Stage, peers: string): Promise<Server> {
  const file = join(workshop.folder, "json-server.json");
  await client.run(saveBody, { ...repute, path: data.naive.path, file });
  const port = await freePort();
  const program = join(peers, "node_modules/json-server/lib/cli/bin.js");
  const flags = ["--host", host, "--port", String(port), "--quiet"];
  const child = workshop.adopt(spawn(process.execPath, [heap, program, file, ...flags], { stdio: "ignore" }));
  await untilReady(child, port, "/items?_limit=1");
  return { port, pid: child.pid ?? 0, headers: {}, close: () => endProcess(child) };
}

/** npm packages that generate a REST API, and their dependencies, in the measured versions. */
const packages = {
  "json-server": "0.17.4",
  "@dataui/crud": "5.3.4",
  "@dataui/crud-typeorm": "5.3.4",
  "@nestjs/common": "10.4.20",
  "@nestjs/core": "10.4.20",
  "@nestjs/platform-express": "10.4.20",
  "@nestjs/typeorm": "10.0.2",
  "class-transformer": "0.5.1",
  "class-validator": "0.14.2",
  "reflect-metadata": "0.2.2",
  rxjs: "7.8.2",
  typeorm: "0.3.27",
} as const;

/** Installs the peer packages in the run's folder. Returns the folder, or undefined if npm fails. */
async function installPeers({ folder, adopt, progress }: Workshop): Promise<string | undefined> {
  progress("installing the peers");
  const peers = join(folder, "peers");
  await mkdir(peers, { recursive: true });
  await writeFile(join(peers, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  const npm = adopt(spawn("npm", ["install", ...flags], { cwd: peers, stdio: "ignore" }));
  const [code] = await once(npm, "exit").catch(() => [1]);
  return code === 0 ? peers : undefined;
}
