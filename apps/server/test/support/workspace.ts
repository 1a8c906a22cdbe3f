import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import { migratedFile, type TestDatabase, testDatabase, testServer } from "@repute/adapter-typeorm/testing";
import type { Environment } from "../../src/settings/setting.js";
import { begin, type Running } from "./command-line.js";

/** Folder for one test, with functions that run commands in the folder. */
export type Workspace = {
  readonly folder: string;
  /** Environment variables for a separate database and any free port. */
  readonly env: Environment;
  /** Writes a bundle file and returns its path. */
  bundle(lines: readonly unknown[]): Promise<string>;
  /** Starts a server that stops with the test. Returns its base URL. */
  serve(args?: readonly string[], more?: Environment): Promise<{ readonly baseUrl: string; readonly running: Running }>;
};

/** Database engines for `describe.each`. PostgreSQL is omitted if no test server is available. */
export const engines: readonly Engine[] = testServer() === undefined ? ["SQLite"] : ["SQLite", "PostgreSQL"];
export type Engine = "SQLite" | "PostgreSQL";

/**
 * Creates a workspace with an empty database for each test of the enclosing block.
 * The database is migrated unless `blank` is set. With `blank`, the database has no tables.
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

/** Token keys of all servers on PostgreSQL in the tests. */
export const tokenKeys = `1:${randomBytes(32).toString("base64")}`;

function workspace(folder: string, database: { url: string; migrationUrl?: string }, servers: Running[]): Workspace {
  const { url, migrationUrl } = database;
  const env = {
    DATABASE_URL: url,
    MIGRATION_DATABASE_URL: migrationUrl,
    PORT: "0",
    UPLOAD_DIR: join(folder, "uploads"),
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
