import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";
import { program } from "./program.mjs";

const expressHost = `
import type { RouterHandler } from "@repute/adapter-express";
import express from "express";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export async function start(router: RouterHandler) {
  const app = express();
  app.use("/reputation", router);
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => new Promise((resolve) => server.close(resolve)) };
}
`;

const fastifyHost = (plugin) => `
import type { RouterHandler } from "@repute/adapter-express";
import fastify from "fastify";
import plugin from "${plugin}";
import type { AddressInfo } from "node:net";

export async function start(router: RouterHandler) {
  const app = fastify();
  await app.register(plugin);
  app.use("/reputation", router);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}
`;

const nestHost = `
import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { RouterHandler } from "@repute/adapter-express";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

@Module({})
class AppModule {}

export async function start(router: RouterHandler) {
  const app = await NestFactory.create(AppModule, { logger: false });
  app.use("/reputation", router);
  await app.listen(0, "127.0.0.1");
  const server = app.getHttpServer() as Server;
  return { port: (server.address() as AddressInfo).port, close: () => app.close() };
}
`;

/** Frameworks in which the router is tried: the packages of a host, and the module that starts the host. */
export const frameworks = [
  { name: "Express 5", packages: ["express@5", "@types/express@5"], host: expressHost },
  { name: "Express 4", packages: ["express@4", "@types/express@4"], host: expressHost },
  {
    name: "@fastify/express",
    packages: ["fastify@5", "@fastify/express@4", "@types/express@5"],
    host: fastifyHost("@fastify/express"),
  },
  { name: "@fastify/middie", packages: ["fastify@5", "@fastify/middie@9"], host: fastifyHost("@fastify/middie") },
  {
    name: "NestJS",
    packages: ["core", "common", "platform-express"]
      .map((part) => `@nestjs/${part}@11`)
      .concat("reflect-metadata", "rxjs"),
    host: nestHost,
  },
];

const strict = {
  module: "nodenext",
  target: "es2023",
  strict: true,
  exactOptionalPropertyTypes: true,
  experimentalDecorators: true,
  // The declarations of the frameworks do not compile under the strictest options.
  skipLibCheck: true,
  types: ["node"],
  rootDir: ".",
  outDir: "compiled",
};

/** Installs a framework and the packed router in a new folder, compiles a TypeScript host and runs it. */
export function tryFramework(folder, packed, { name, packages, host }) {
  const place = join(folder, "frameworks", name.replace(/^\W/, "").replace(/\W+/g, "-"));
  mkdirSync(place, { recursive: true });
  const own = packed.filter(({ name: part }) => ["domain", "adapter-express"].includes(part));
  writeFileSync(join(place, "package.json"), "{}\n");
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions: strict, include: ["*.ts"] }));
  writeFileSync(join(place, "host.ts"), host);
  writeFileSync(join(place, "main.ts"), program);
  const archives = own.map(({ archive }) => archive);
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts"];
  run(place, "npm", "install", ...quiet, ...archives, ...packages, "typescript@6", "@types/node@20");
  run(place, "node", "node_modules/typescript/bin/tsc");
  assert.deepEqual(JSON.parse(run(place, "node", "compiled/main.js")), {
    document: "/reputation/openapi.json",
    reviews: [501],
    responses: [200, 200, 401],
    logged: [200, 200, 200, 401],
    callers: ["api-token", "host"],
  });
}
