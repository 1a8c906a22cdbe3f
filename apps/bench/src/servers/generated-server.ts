import { createRequire } from "node:module";
import { join } from "node:path";
import Database from "better-sqlite3";
import { job } from "../workshop.js";
import { host } from "./clients.js";
import { naiveRows, reviewRow } from "./naive-server.js";
import { freePort } from "./servers.js";

/** Types for modules of the peer packages, which are not dependencies of this project. */
type Loaded = Readonly<Record<string, never>>;
type Make = (...options: unknown[]) => (target: unknown) => void;
type Class = new (...options: unknown[]) => object;

type Order = { readonly peers: string; readonly file: string; readonly account: number };

/**
 * Serves reviews with a controller that `@dataui/crud` generates from TypeORM entities. `/reviews` returns reviews with
 * their relations, newest first. Returns the port.
 */
export const serveGenerated = job(__filename, "serveGenerated", async ({ peers, file, account }: Order) => {
  const load = createRequire(join(peers, "package.json")) as (name: string) => Loaded;
  load("reflect-metadata");
  const { DataSource, EntitySchema } = load("typeorm") as unknown as Record<"DataSource" | "EntitySchema", Class>;
  const { Controller, Module } = load("@nestjs/common") as unknown as Record<"Controller" | "Module", Make>;
  const { Crud } = load("@dataui/crud") as unknown as { readonly Crud: Make };
  const { TypeOrmCrudService } = load("@dataui/crud-typeorm") as unknown as Record<"TypeOrmCrudService", Class>;
  const { NestFactory } = load("@nestjs/core") as unknown as {
    readonly NestFactory: {
      create(app: unknown, options: object): Promise<{ listen(...at: unknown[]): Promise<void> }>;
    };
  };

  class Review {
    declare readonly id: number;
  }
  const entities = naiveRows.map(
    (row) => new EntitySchema({ ...row.options, ...((row as unknown) === reviewRow && { target: Review }) }),
  );
  const source = new DataSource({ type: "better-sqlite3", driver: Database, database: file, entities }) as {
    initialize(): Promise<unknown>;
    getRepository(of: unknown): unknown;
  };
  await source.initialize();

  const service = new TypeOrmCrudService(source.getRepository(Review));
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
  const port = await freePort();
  await app.listen(port, host);
  return port;
});
