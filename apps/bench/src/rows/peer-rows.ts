import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import type { Server as HttpServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Window } from "../data/accounts.js";
import { count } from "../plan.js";
import { repeated, row, x } from "../row.js";
import { download, host, saveBody } from "../servers/clients.js";
import { naiveRows, reviewRow } from "../servers/naive-server.js";
import { largeHeap, listening, type Server, startInWorker, startProgram } from "../servers/servers.js";
import { endpoint, type Stage } from "../stage.js";
import { job, progress, type Workshop } from "../workshop.js";

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
    const generated = await startGenerated(stage, folder);
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
  const downloads = await repeated(times, () => client.run(download, endpoint(server, path)));
  return Math.min(...downloads.map(({ milliseconds }) => milliseconds));
}

const startGenerated = ({ workshop, data: { naiveUrl, account } }: Stage, peers: string): Promise<Server> =>
  startInWorker(
    workshop,
    serveGenerated,
    { peers, file: naiveUrl.replace("sqlite:", ""), account },
    { flags: [largeHeap] },
  );

/** Starts json-server with a response from the service as its data. */
async function startJsonServer({ workshop, repute, data }: Stage, peers: string): Promise<Server> {
  const file = join(workshop.folder, "json-server.json");
  await saveBody(endpoint(repute, data.naive.path), file);
  const program = join(peers, "node_modules/json-server/lib/cli/bin.js");
  return startProgram(workshop, "/items?_limit=1", (port) => ({
    command: [process.execPath, largeHeap, program, file, "--host", host, "--port", String(port), "--quiet"],
  }));
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
async function installPeers({ folder, adopt }: Workshop): Promise<string | undefined> {
  progress.show("installing the peers");
  const peers = join(folder, "peers");
  await mkdir(peers, { recursive: true });
  await writeFile(join(peers, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  const npm = adopt(spawn("npm", ["install", ...flags], { cwd: peers, stdio: "ignore" }));
  const [code] = await once(npm, "exit").catch(() => [1]);
  return code === 0 ? peers : undefined;
}

/** The used exports of the peer packages, which are not dependencies of this project. */
type Peers = {
  readonly EntitySchema: new (options: object) => unknown;
  readonly DataSource: new (options: object) => { initialize(): Promise<Peers["source"]> };
  readonly source: { getRepository(of: unknown): unknown };
  readonly TypeOrmCrudService: new (repository: unknown) => object;
  readonly Crud: Decorate;
  readonly Controller: Decorate;
  readonly Module: Decorate;
  readonly NestFactory: {
    create(app: unknown, options: object): Promise<{ init(): Promise<unknown>; getHttpServer(): HttpServer }>;
  };
};
type Decorate = (options: unknown) => (target: unknown) => void;

type Order = { readonly peers: string; readonly file: string; readonly account: number };

/**
 * Serves reviews with a controller that `@dataui/crud` generates from TypeORM entities. `/reviews` returns reviews with
 * their relations, newest first. Returns the port.
 */
const serveGenerated = job(__filename, "serveGenerated", async ({ peers, file, account }: Order) => {
  const load = createRequire(join(peers, "package.json")) as (name: string) => Peers;
  load("reflect-metadata");
  const { DataSource, EntitySchema } = load("typeorm");
  const { Controller, Module } = load("@nestjs/common");
  const { Crud } = load("@dataui/crud");
  const { TypeOrmCrudService } = load("@dataui/crud-typeorm");
  const { NestFactory } = load("@nestjs/core");

  class Review {
    declare readonly id: number;
  }
  const entities = naiveRows.map(
    (row) => new EntitySchema({ ...row.options, ...((row as unknown) === reviewRow && { target: Review }) }),
  );
  const source = new DataSource({ type: "better-sqlite3", driver: Database, database: file, entities });
  const service = new TypeOrmCrudService((await source.initialize()).getRepository(Review));
  class Reviews {
    readonly service = service;
  }
  Crud({
    model: { type: Review },
    query: {
      filter: { accountId: account },
      join: { platform: { eager: true }, location: { eager: true }, provider: { eager: true } },
      sort: [{ field: "createdAt", order: "DESC" }],
    },
    routes: { only: ["getManyBase"] },
  })(Reviews);
  Controller("reviews")(Reviews);
  class Service {
    readonly name = "reviews";
  }
  Module({ controllers: [Reviews] })(Service);
  const app = await NestFactory.create(Service, { logger: false });
  await app.init();
  return listening(app.getHttpServer());
});
