import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.js";
import { type Version, versions } from "./raw-list.js";

/**
 * Proxy and its start function.
 * `detectsBreaksIn` contains the HTTP versions in which clients can detect truncated responses.
 */
export type Proxy = {
  readonly name: string;
  readonly start: (server: string) => Promise<RunningProxy>;
  readonly detectsBreaksIn: readonly Version[];
};
/** Proxy in a child process. `folder` contains its temporary files. */
export type RunningProxy = {
  readonly baseUrl: string;
  readonly pid: number;
  readonly folder: string;
  close(): Promise<void>;
};

/** Returns a configuration file that operators install. */
const deployed = (file: string): string => readFileSync(join(__dirname, "../../../../deploy", file), "utf8");

// Finds a program, even in folders that only the administrator's PATH contains on Debian.
const programOf = (name: string): string | undefined =>
  [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
    .map((folder) => join(folder, name))
    .find(existsSync);

/** Returns the installed proxies with the configuration of deploy/, and nginx with a minimal configuration. */
export function installedProxies(): readonly Proxy[] {
  const [nginx, caddy] = [programOf("nginx"), programOf("caddy")];
  for (const [name, program] of Object.entries({ "nginx (Debian: apt-get install nginx-light)": nginx, caddy })) {
    if (program === undefined) process.stdout.write(`  not tried, because it is not installed: ${name}\n`);
  }
  return [...(nginx === undefined ? [] : nginxProxies(nginx)), ...(caddy === undefined ? [] : [caddyProxy(caddy)])];
}

/** Starts nginx with deploy/nginx/two-servers.conf. Returns `undefined` if nginx is not installed. */
export async function nginxOfTwo(ports: readonly [number, number]): Promise<RunningProxy | undefined> {
  const program = programOf("nginx");
  if (program === undefined) return undefined;
  const example = deployed("nginx/two-servers.conf");
  return startNginx(program, example.replace(":8081", `:${ports[0]}`).replace(":8082", `:${ports[1]}`));
}

const nginxProxies = (program: string): readonly Proxy[] => [
  {
    name: "nginx",
    detectsBreaksIn: ["1.1"],
    start: (server) => startNginx(program, exampleFor(server, deployed("nginx/one-server.conf"))),
  },
  {
    name: "nginx as it comes",
    detectsBreaksIn: versions,
    start: (server) => startNginx(program, exampleFor(server, plainNginx)),
  },
];

/** Caddy resets incomplete responses since version 2.7.6 (https://github.com/caddyserver/caddy/pull/5952). */
function caddyProxy(program: string): Proxy {
  const version = execFileSync(program, ["version"], { encoding: "utf8" }).trim();
  const [major = 0, minor = 0, patch = 0] = version.replace(/^v/, "").split(/[. ]/, 3).map(Number);
  const detectsBreaks = major * 1e6 + minor * 1e3 + patch >= 2_007_006;
  if (!detectsBreaks)
    process.stdout.write(`  not tried in full: Caddy ${version} passes broken lists on as whole ones\n`);
  return {
    name: "Caddy",
    detectsBreaksIn: detectsBreaks ? ["1.1"] : [],
    start: (server) => startCaddy(program, server),
  };
}

/**
 * Minimal nginx configuration without protocol settings.
 * Temporary files are disabled, so that nginx buffers only a small part of a list.
 */
const plainNginx = `
server {
  listen 443 ssl;
  location / {
    proxy_pass http://127.0.0.1:8080;
    proxy_max_temp_file_size 0;
  }
}`;

const temporaryPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

const exampleFor = (server: string, example: string): string => example.replaceAll("127.0.0.1:8080", server);

async function startNginx(program: string, example: string): Promise<RunningProxy> {
  return started(async (folder, port) => {
    const site = example.replace("listen 443 ssl", `listen 127.0.0.1:${port}`).replace(/^ *ssl_certificate.*$/gm, "");
    const config = join(folder, "nginx.conf");
    const paths = temporaryPaths.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n");
    const http = `http {\naccess_log off;\n${paths}\n${site}\n}`;
    await writeFile(
      config,
      `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nerror_log stderr crit;\nevents {}\n${http}`,
    );
    return spawn(program, ["-e", "stderr", "-p", folder, "-c", config], { stdio: ["ignore", "ignore", "inherit"] });
  });
}

async function startCaddy(program: string, server: string): Promise<RunningProxy> {
  return started(async (folder, port) => {
    const site = deployed("caddy/Caddyfile")
      .replace("repute.example.com", `http://127.0.0.1:${port}`)
      .replaceAll("127.0.0.1:8080", server);
    const config = join(folder, "Caddyfile");
    await writeFile(config, `{\n  admin off\n}\n${site}`);
    return spawn(program, ["run", "--adapter", "caddyfile", "--config", config], {
      stdio: "ignore",
      env: { PATH: process.env["PATH"], HOME: folder },
    });
  });
}

async function started(start: (folder: string, port: number) => Promise<ChildProcess>): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), "repute-proxy-"));
  const port = await freePort();
  const child = await start(folder, port);
  const ended = once(child, "exit");
  await listening(port, child);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    folder,
    async close() {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}`);
    const socket = connect(port, "127.0.0.1");
    const outcome = await Promise.race([once(socket, "connect"), once(socket, "error").catch(() => undefined)]).catch(
      () => undefined,
    );
    socket.destroy();
    if (outcome && outcome.length === 0) return;
    await pause(20);
  }
}
