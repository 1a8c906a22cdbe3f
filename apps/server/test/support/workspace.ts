import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import type { TestDatabase } from "@repute/adapter-typeorm/testing";
import { migratedFile, testDatabase, testServer } from "@repute/adapter-typeorm/testing";
import type { Environment } from "../../src/settings/setting.js";
import type { Running } from "./command-line.js";
import { begin } from "./command-line.js";

/** A folder for one test, and what it takes to run commands in it. */
export type Workspace = {
  readonly folder: string;
  /** A configuration with a database of the test's own and any free port. */
  readonly env: Environment;
  /** Writes a bundle of these lines; returns its file. */
  bundle(lines: readonly unknown[]): Promise<string>;
  /** Starts a server that stops with the test; returns its base URL. */
  serve(args?: readonly string[], more?: Environment): Promise<{ readonly baseUrl: string; readonly running: Running }>;
};

/** What tests whose subject is stored run on: `describe.each(engines)`. PostgreSQL is left out where there is none. */
export const engines: readonly Engine[] = testServer() === undefined ? ["SQLite"] : ["SQLite", "PostgreSQL"];
export type Engine = "SQLite" | "PostgreSQL";

/**
 * Gives each test of the enclosing block a fresh workspace, with a database of the engine that is up to date and empty,
 * or has not even tables when it is to be `blank`.
 */
export function freshWorkspace(engine: Engine = "SQLite", blank?: "blank"): () => Workspace {
  let current: Workspace;
  let servers: Running[];
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    if (engine === "PostgreSQL") database = await testDatabase(blank);
  });
  afterAll(() => database?.drop());
  beforeEach(async () => {
    servers = [];
    const folder = await mkdtemp(join(tmpdir(), "repute-server-"));
    const file = join(folder, "repute.db");
    if (!blank) await (database ? database.empty() : migratedFile(file));
    current = workspace(folder, database ?? { url: `sqlite:${file}` }, servers);
  });
  afterEach(async () => {
    for (const server of servers) server.signal("SIGTERM");
    await Promise.all(servers.map(({ ended }) => ended));
    await rm(current.folder, { recursive: true });
  });
  return () => current;
}

/** What every server on PostgreSQL is given. */
export const tokenKeys = `1:${randomBytes(32).toString("base64")}`;

function workspace(folder: string, database: { url: string; migrationUrl?: string }, servers: Running[]): Workspace {
  const { url, migrationUrl } = database;
  const env = {
    DATABASE_URL: url,
    MIGRATION_DATABASE_URL: migrationUrl,
    PORT: "0",
    ...(migrationUrl && { TOKEN_KEYS: tokenKeys }),
  };
  let bundles = 0;
  return {
    folder,
    env,
    bundle: async (lines) => {
      const file = join(folder, `bundle-${(bundles += 1)}.ndjson`);
      await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      return file;
    },
    serve: async (args = ["serve"], more = {}) => {
      const running = begin(args, { env: { ...env, ...more } });
      servers.push(running);
      const [, baseUrl = ""] = await running.printed(/(http:\/\/127\.0\.0\.1:\d+)/);
      return { baseUrl, running };
    },
  };
}
