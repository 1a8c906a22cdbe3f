import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printed } from "./child-process.js";
import { freePort } from "./free-port.js";

/** PgBouncer process in front of a database. */
export type PgBouncer = { readonly url: string; stop(): Promise<void> };

const program = ["/usr/sbin", ...(process.env["PATH"] ?? "").split(":")]
  .map((folder) => join(folder, "pgbouncer"))
  .find(existsSync);

export const hasPgBouncer = program !== undefined;

/** Starts PgBouncer in front of the database at `url`. */
export async function pgBouncer(url: string, mode: "session" | "transaction" | "statement"): Promise<PgBouncer> {
  const { hostname, port, pathname, username, password } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), "repute-pgbouncer-"));
  const own = await freePort();
  const database = pathname.slice(1);
  const at = `host=${hostname} port=${port} dbname=${database} user=${username} password=${password}`;
  const settings = [
    `listen_port = ${own}`,
    "listen_addr = 127.0.0.1",
    "unix_socket_dir =",
    "auth_type = any",
    `pool_mode = ${mode}`,
    "default_pool_size = 60",
  ];
  const file = join(folder, "pgbouncer.ini");
  await writeFile(file, `[databases]\n${database} = ${at}\n[pgbouncer]\n${settings.join("\n")}\n`);
  // PgBouncer runs as an unprivileged user, who needs access to the folder.
  await chmod(folder, 0o755);
  const lowered = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn(program ?? "", [...lowered, file], { stdio: ["ignore", "ignore", "pipe"] });
  const closed = once(child, "close");
  await printed(child.stderr, /process up/);
  child.stderr.resume();
  return {
    url: `postgres://${username}@127.0.0.1:${own}/${database}`,
    async stop() {
      child.kill("SIGKILL");
      await closed;
      await rm(folder, { recursive: true });
    },
  };
}
