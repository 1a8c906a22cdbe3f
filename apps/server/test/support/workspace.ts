import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "@jest/globals";
import type { Environment } from "../../src/config.js";
import type { Running } from "./command-line.js";
import { begin } from "./command-line.js";

/** A folder for one test, and what it takes to run commands in it. */
export type Workspace = {
  readonly folder: string;
  /** A configuration with a database in the folder and any free port. */
  readonly env: Environment;
  /** Writes a bundle of these lines; answers its file. */
  bundle(lines: readonly unknown[]): Promise<string>;
  /** Starts a server that stops with the test; answers its base URL. */
  serve(args?: readonly string[], more?: Environment): Promise<{ readonly baseUrl: string; readonly running: Running }>;
};

/** Gives each test of the enclosing block a fresh workspace. */
export function freshWorkspace(): () => Workspace {
  let current: Workspace;
  let servers: Running[];
  beforeEach(async () => {
    servers = [];
    current = workspace(await mkdtemp(join(tmpdir(), "repute-server-")), servers);
  });
  afterEach(async () => {
    for (const server of servers) server.signal("SIGTERM");
    await Promise.all(servers.map(({ ended }) => ended));
    await rm(current.folder, { recursive: true });
  });
  return () => current;
}

function workspace(folder: string, servers: Running[]): Workspace {
  const env = { DATABASE_URL: `sqlite:${join(folder, "repute.db")}`, PORT: "0" };
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
