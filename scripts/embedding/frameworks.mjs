import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./packages.mjs";

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

/**
 * TypeScript program that mounts the router in a host and prints what its client and its log received. The module
 * `host.ts` starts the host.
 */
const program = `
import { createRouter } from "@repute/adapter-express";
import type { RequestLog } from "@repute/adapter-express";
import { createBundle, createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import type { IncomingMessage } from "node:http";
import { start } from "./host.js";

const bundle = createBundle([
  { kind: "platform", id: 3, name: "Google", is_survey: false },
  { kind: "review", id: 501, platform_id: 3, rating: 5, create_time: "2026-03-01T17:05:00Z" },
]);

async function main(): Promise<void> {
  const domain = createDomain(memoryPorts());
  const { id: account } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
  await domain.bundle.load(account, bundle);
  const { token } = await domain.access.createToken(account, { kind: "api-token" });
  const logs: RequestLog[] = [];
  const authenticate = ({ headers }: IncomingMessage) =>
    headers["x-user"] === undefined ? undefined : { account, id: String(headers["x-user"]) };
  const router = createRouter(domain, { report: console.error, log: (record) => void logs.push(record), authenticate });
  const host = await start(router);
  const get = (path: string, headers: Record<string, string>) =>
    fetch(\`http://127.0.0.1:\${host.port}/reputation\${path}\`, { headers });

  const { document } = (await (await get("/", {})).json()) as { document: string };
  const responses = [];
  const reviews: number[] = [];
  for (const headers of [{ "api-token": token }, { "x-user": "ada" }, {}] as Record<string, string>[]) {
    const response = await get("/v2/reviews", headers);
    responses.push(response.status);
    const { items = [] } = (await response.json()) as { items?: { review_id: number }[] };
    if (headers["api-token"]) reviews.push(...items.map((item) => item.review_id));
  }
  await host.close();
  const logged = logs.map(({ status }) => status);
  const callers = logs.flatMap(({ credentialKind }) => credentialKind ?? []);
  console.log(JSON.stringify({ document, reviews, responses, logged, callers }));
}

void main();
`;

/** Frameworks in which the router is tried: the packages of a host, and the module that starts the host. */
export const frameworks = [
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

const quick = ["--no-audit", "--no-fund", "--prefer-offline"];

/** Installs a framework and the packed router in a new folder, compiles a TypeScript host and runs it. */
export async function tryFramework(folder, packed, { name, packages, host }) {
  const place = join(folder, "frameworks", name.replace(/^\W/, "").replace(/\W+/g, "-"));
  mkdirSync(place, { recursive: true });
  const own = packed.filter(({ name: part }) => ["domain", "adapter-express"].includes(part));
  writeFileSync(join(place, "package.json"), "{}\n");
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions: strict, include: ["*.ts"] }));
  writeFileSync(join(place, "host.ts"), host);
  writeFileSync(join(place, "main.ts"), program);
  const archives = own.map(({ archive }) => archive);
  await run(
    place,
    "npm",
    "install",
    ...quick,
    "--ignore-scripts",
    ...archives,
    ...packages,
    "typescript@7",
    "@types/node@20",
  );
  await run(place, "node", "node_modules/typescript/bin/tsc");
  assert.deepEqual(JSON.parse(await run(place, "node", "compiled/main.js")), {
    document: "/reputation/openapi.json",
    reviews: [501],
    responses: [200, 200, 401],
    logged: [200, 200, 200, 401],
    callers: ["api-token", "host"],
  });
}

/** Test file of a host that runs contract suites on another test runner than Jest. `imports` brings its functions. */
const tests = (imports) => `
import { memoryStorage, stillClock } from "@repute/domain/memory";
import { clockContract, storageContract, useRunner } from "@repute/domain/testing";
${imports}
useRunner({ describe, it, expect, beforeEach, afterEach });
clockContract("stillClock", stillClock);
storageContract("memoryStorage", async (clock) => ({ storage: memoryStorage(clock) }));
`;

/** Test runners on which contract suites are tried, with the packages that a host installs. */
export const testRunners = [
  {
    name: "node:test",
    packages: ["expect"],
    imports: `import { afterEach, beforeEach, describe, it } from "node:test";\nimport { expect } from "expect";`,
    command: ["node", "--test", "contracts.test.mjs"],
    passed: /^# pass (\d+)$/m,
  },
  {
    name: "Vitest",
    packages: ["vitest"],
    imports: `import { afterEach, beforeEach, describe, expect, it } from "vitest";`,
    command: ["npx", "vitest", "run", "--no-color", "contracts.test.mjs"],
    passed: /^ +Tests +(\d+) passed/m,
  },
  {
    name: "Jest",
    packages: ["jest"],
    imports: `import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";`,
    command: ["node", "--experimental-vm-modules", "node_modules/.bin/jest", "contracts.test.mjs"],
    passed: /^Tests: +(\d+) passed/m,
  },
];

/** Runs the contract suites of the packed domain with a test runner. Fails if a test fails or too few tests run. */
export async function tryRunner(parent, packed, { name, packages, imports, command, passed }) {
  const folder = join(parent, name.replace(/\W/g, "-"));
  mkdirSync(folder);
  const domain = packed.find(({ manifest }) => manifest.name === "@repute/domain");
  writeFileSync(
    join(folder, "package.json"),
    '{ "type": "module", "jest": { "testMatch": ["**/*.test.mjs"], "transform": {} } }\n',
  );
  await run(folder, "npm", "install", ...quick, domain.archive, ...packages);
  writeFileSync(join(folder, "contracts.test.mjs"), tests(imports));
  const [program, ...words] = command;
  const output = await run(folder, "sh", "-c", `${[program, ...words].join(" ")} 2>&1`);
  const [, count = "0"] = passed.exec(output) ?? [];
  assert.ok(Number(count) > 300, `${name} ran ${count} tests of the contracts:\n${output.slice(-2_000)}`);
}
