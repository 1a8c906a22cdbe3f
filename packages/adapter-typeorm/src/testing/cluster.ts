import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";

const run = promisify(execFile);

type Guard = ChildProcessByStdio<Writable, null, null>;

/**
 * Temporary PostgreSQL server for one test run.
 * The server is stopped and removed when this process ends for any reason.
 */
export type Cluster = {
  /** URL for the superuser. Local connections need no password, except for the role `repute_password`. */
  readonly url: string;
  /** Stops the server immediately, even with open connections. Keeps the stored data. */
  stop(): Promise<void>;
  /** Kills the server without a shutdown, as in a power failure. Files that were written are kept. */
  kill(): Promise<void>;
  start(): Promise<void>;
  query(sql: string): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
};

/** Returns the folder with the newest installed PostgreSQL programs. */
export function postgresPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** Options of a test server: additional files in its data folder, and server settings. */
export type ClusterOptions = {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: readonly string[];
};

/** Creates and starts a server with the PostgreSQL programs in a folder. */
export async function throwawayCluster(
  programs: string,
  { files = {}, settings: more = [] }: ClusterOptions = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "repute-postgres-"));
  const asServer = process.getuid?.() === 0 ? await lowered(folder) : [];
  const data = join(folder, "data");
  const locale = ["--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"];
  const making = [join(programs, "initdb"), "-D", data, "--no-sync", "--auth=trust", "-U", "postgres", ...locale];
  await run("/usr/bin/env", [...asServer, ...making], { cwd: folder });
  writeFileSync(join(data, "pg_hba.conf"), hosts);
  for (const [name, content] of Object.entries(files)) writeOwned(data, name, content);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const command = [...asServer, join(programs, "postgres"), "-D", data, ...settings(folder, port, more)];
  let guard = guarded(folder, command);
  await answering(url, guard);
  return {
    url,
    async start() {
      guard = guarded(folder, command);
      await answering(url, guard);
    },
    stop: () => end(guard, "keep\n"),
    kill: () => end(guard, "kill\n"),
    async query(sql) {
      // A test may set a short timeout for the whole database. It must not end this query or its idle connection.
      const client = new Client({ connectionString: url, options: "-c statement_timeout=0" });
      await client.connect();
      return (await client.query<Record<string, unknown>>(sql).finally(() => client.end())).rows;
    },
    async remove() {
      if (guard.exitCode === null) await end(guard, "");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const hosts = `host all repute_password 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
`;

/** Writes a file owned by the user of the server, because PostgreSQL accepts a key file only from its own user. */
function writeOwned(data: string, name: string, content: string): void {
  const { uid, gid } = statSync(data);
  writeFileSync(join(data, name), content, { mode: 0o600 });
  chownSync(join(data, name), uid, gid);
}

const settings = (folder: string, port: number, more: readonly string[]) =>
  [
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    "listen_addresses=127.0.0.1",
    "max_connections=200",
    ...["fsync=off", "synchronous_commit=off", "full_page_writes=off"],
    // Do not fill new log files with zeros. A production server reuses old log files, so it rarely does this either.
    "wal_init_zero=off",
    ...more,
  ].flatMap((setting) => ["-c", setting]);

/**
 * Returns a command prefix that drops root privileges, because PostgreSQL refuses to run as root.
 * Makes the user `postgres` the owner of the folder.
 */
async function lowered(folder: string): Promise<string[]> {
  const ids = await Promise.all(["-u", "-g"].map(async (id) => Number((await run("id", [id, "postgres"])).stdout)));
  chownSync(folder, ids[0] ?? 0, ids[1] ?? 0);
  return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"];
}

/**
 * Starts the server under a guard process, which survives Ctrl-C or a kill of this process.
 * When its input pipe closes, the guard stops the server and removes the files.
 */
function guarded(folder: string, command: readonly string[]): Guard {
  const script = `folder=$1; shift; "$@" >"$folder/log" 2>&1 & server=$!
    read -r answer; [ "$answer" = keep ] && signal=INT || signal=QUIT
    kill -$signal $server; wait $server; [ -n "$answer" ] || rm -rf "$folder"`;
  const guard = spawn("sh", ["-c", script, "guard", folder, ...command], {
    cwd: folder,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return guard;
}

async function end(guard: Guard, answer: string): Promise<void> {
  guard.ref();
  const closed = once(guard, "close");
  guard.stdin.end(answer);
  await closed;
}

async function answering(url: string, guard: Guard): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (attempt > 300 || guard.exitCode !== null) throw error;
    }
    await setTimeout(50);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
