import { execFile, spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";

const run = promisify(execFile);

type Guard = ChildProcessByStdio<Writable, null, null>;

/** A PostgreSQL server of a test run's own. It ends and is removed with this process, however that ends. */
export type Cluster = {
  /** Its superuser's URL; everybody on this machine is let in, `repute_password` with a password. */
  readonly url: string;
  /** Stops at once, whoever is connected; keeps what was stored. */
  stop(): Promise<void>;
  /** Ends as if its machine had lost power, but that what was written is on the disk. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Runs a statement as the superuser. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
};

/** The folder with the newest PostgreSQL programs on this machine. */
export function postgresPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** What a cluster has that others have not: files in its data folder, by name, and settings. */
export type ClusterOptions = {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: readonly string[];
};

/** Makes and starts a cluster from the programs in a folder. */
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
      const client = new Client({ connectionString: url });
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

/** The server takes a key from nobody but who runs it. */
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
    // A new server fills each file of its log with zeros first; one that has run for a while uses old files again.
    "wal_init_zero=off",
    ...more,
  ].flatMap((setting) => ["-c", setting]);

/** PostgreSQL refuses to run as root. */
async function lowered(folder: string): Promise<string[]> {
  const ids = await Promise.all(["-u", "-g"].map(async (id) => Number((await run("id", [id, "postgres"])).stdout)));
  chownSync(folder, ids[0] ?? 0, ids[1] ?? 0);
  return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"];
}

/** Outlives Ctrl-C and a kill of this process by the moment that it takes to clean up: the pipe closes with us. */
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
