import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { parse, parseAllDocuments } from "yaml";
import { knownVariables, readConfig } from "../src/settings/config.js";
import { repute } from "./support/command-line.js";
import { freshWorkspace } from "./support/workspace.js";

const root = join(__dirname, "../../..");
const folder = join(root, "deploy");
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  .filter((file) => !file.startsWith("secrets/"));
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");
const startCommand = "node --max-semi-space-size=4 node_modules/.bin/repute";

/** Environment variables for the images and scripts. The server does not read them. */
const others = [
  "NODE_ENV",
  "POSTGRES_USER",
  "POSTGRES_PASSWORD_FILE",
  "SECRETS_FOLDER",
  "ALERT_MAIL",
  "COPY_FROM",
  "COPY_TO",
  "REPUTE_ETC",
  "REPUTE_ROOT",
  "ON_ERROR_STOP",
  "AF_INET",
  "AF_UNIX",
];

type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/** Returns the value at a path such as `spec.template.0`, as the type that the caller expects. */
function at<T>(value: unknown, path: string): T {
  return path.split(".").reduce((inner, key) => (inner as Record<string, unknown>)[key], value) as T;
}

const manifest = (file: string): unknown => parse(textOf(`kubernetes/${file}`));

describe("the deployment files", () => {
  it("are listed in their readme", () => {
    const readme = textOf("README.md");
    const unlisted = files.filter((file) => file !== "README.md" && !file.startsWith("kubernetes/"));
    expect(unlisted.filter((file) => !readme.includes(`(${file})`))).toEqual([]);
  });

  it("name only variables that the server reads", () => {
    const named = files
      .filter((file) => file !== "README.md")
      .flatMap((file) => textOf(file).match(/\b[A-Z]+(?:_[A-Z]+)+\b|\b(?:HOST|PORT|METRICS)(?==)/g) ?? []);
    expect([...new Set(named)].filter((name) => !knownVariables.includes(name) && !others.includes(name))).toEqual([]);
    expect(named).toEqual(expect.arrayContaining(["DATABASE_URL", "METRICS_ADDRESS", "DRAIN_DELAY_SECONDS"]));
  });

  it("start the server with a command that exists", async () => {
    const { workspaces, bin } = {
      ...(JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { workspaces: string[] }),
      ...(JSON.parse(readFileSync(join(root, "apps/server/package.json"), "utf8")) as { bin: { repute: string } }),
    };
    expect(workspaces).toContain("apps/*");
    expect(existsSync(join(root, "apps/server", bin.repute))).toBe(true);
    expect((await repute(["serve", "--help"])).stdout).toContain("Usage: repute serve");
    expect(textOf("systemd/repute@.service")).toContain(`ExecStart=/usr/bin/${startCommand} serve\n`);
    const [, entry = "", command = ""] =
      /ENTRYPOINT (\[.+\])\nCMD (\[.+\])/.exec(textOf("container/Containerfile")) ?? [];
    const words = [...(JSON.parse(entry) as string[]), ...(JSON.parse(command) as string[])];
    expect(words.slice(2).join(" ")).toBe(`${startCommand} serve`);
    for (const file of files) expect([file, /\bnpx repute serve/.test(textOf(file))]).toEqual([file, false]);
  });

  it("copy only files from the repository into the image", () => {
    const copied = [...textOf("container/Containerfile").matchAll(/^COPY (deploy\/.+) \/\S+$/gm)];
    expect(copied.length).toBeGreaterThan(0);
    for (const [, names = ""] of copied)
      for (const name of names.split(" ")) expect(existsSync(join(root, name))).toBe(true);
  });

  it("keep files that were sent over HTTP in a folder that the server can write to, and let proxies pass them on", () => {
    const written = "UPLOAD_DIR=/var/lib/repute/uploads";
    expect(textOf("systemd/repute.env")).toContain(written);
    expect(textOf("systemd/repute@.service")).toContain("StateDirectory=repute\n");
    const compose: unknown = parse(textOf("container/compose.yaml"), { merge: true });
    expect(at<string>(compose, "services.server.environment.UPLOAD_DIR")).toBe(written.split("=")[1]);
    expect(at<Json>(compose, "services.server.volumes")).toEqual(["repute:/var/lib/repute"]);
    expect(at<string>(manifest("configuration.yaml"), "data.UPLOAD_DIR")).toBe(written.split("=")[1]);
    const [files] = at<Json[]>(manifest("deployment.yaml"), "spec.template.spec.containers.0.volumeMounts").slice(-1);
    expect(files).toEqual({ name: "files", mountPath: "/var/lib/repute" });
    for (const file of ["nginx/one-server.conf", "nginx/two-servers.conf"])
      expect(textOf(file)).toMatch(/location = \/v1\/loads \{[^}]*client_max_body_size 1g;/);
    expect(textOf("caddy/Caddyfile")).toMatch(/request_body \/v1\/loads \{\s+max_size 1GiB/);
  });

  it("let nginx and Caddy forward to ports that the unit documents, and deny /metrics", () => {
    const unit = textOf("systemd/repute@.service");
    for (const file of ["nginx/one-server.conf", "nginx/two-servers.conf", "caddy/Caddyfile"]) {
      const text = textOf(file);
      for (const [, port = ""] of text.matchAll(/127\.0\.0\.1:(\d+)/g)) expect(unit).toContain(`repute@${port}`);
      expect(text).toMatch(/location = \/metrics \{\s+return 404;|respond @metrics 404/);
    }
  });
});

describe("the units and manifests", () => {
  const environment = parse(textOf("kubernetes/configuration.yaml")) as { data: Record<string, string> };
  const { drainDelaySeconds, drainSeconds, port, metricsAddress } = readConfig(environment.data);
  const pod = at<Record<string, Json>>(manifest("deployment.yaml"), "spec.template.spec");
  const container = at<Record<string, Json>>(pod, "containers.0");

  it("give the server more time to stop than it needs", () => {
    expect(at<number>(pod, "terminationGracePeriodSeconds")).toBeGreaterThanOrEqual(
      drainDelaySeconds + drainSeconds + 5,
    );
    const lines = Object.fromEntries(
      textOf("systemd/repute.env")
        .split("\n")
        .filter((line) => /^[A-Z]/.test(line))
        .map((line) => line.split(/=(.*)/s, 2) as [string, string]),
    );
    const unit = readConfig(lines);
    const [, stop = ""] = /TimeoutStopSec=(\d+)/.exec(textOf("systemd/repute@.service")) ?? [];
    expect(Number(stop)).toBeGreaterThanOrEqual(unit.drainDelaySeconds + unit.drainSeconds + 5);
    const server = at<Record<string, Json>>(
      parse(textOf("container/compose.yaml"), { merge: true }),
      "services.server",
    );
    const set = Object.entries(server["environment"] as Record<string, string>);
    const compose = readConfig(Object.fromEntries(set.filter(([, value]) => !value.startsWith("${"))));
    expect(parseInt(String(server["stop_grace_period"]))).toBeGreaterThanOrEqual(
      compose.drainDelaySeconds + compose.drainSeconds + 5,
    );
  });

  it("probe paths and ports that the server serves", () => {
    expect(container["ports"]).toEqual([
      { name: "http", containerPort: port },
      { name: "metrics", containerPort: metricsAddress?.port },
    ]);
    const probe = (name: string) => at<Json>(container, `${name}.httpGet`);
    expect(probe("readinessProbe")).toEqual({ path: "/readyz", port: "http" });
    expect(probe("livenessProbe")).toEqual({ path: "/healthz", port: "http" });
    expect(probe("startupProbe")).toEqual({ path: "/healthz", port: "http" });
  });

  it.each(["deployment.yaml", "migrate.yaml"])("run %s without root, and with a read-only root file system", (file) => {
    const spec = at<Json>(manifest(file), "spec.template.spec");
    expect(at<Json>(spec, "securityContext")).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(at<Json>(spec, "containers.0.securityContext")).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(at<boolean>(spec, "automountServiceAccountToken")).toBe(false);
  });

  it("do not give the server the owner's password", () => {
    expect(JSON.stringify(pod)).not.toMatch(/repute-owner|MIGRATION_DATABASE_URL/);
    const compose: unknown = parse(textOf("container/compose.yaml"), { merge: true });
    expect(at<Json>(compose, "services.server.secrets")).toEqual(["DATABASE_URL", "TOKEN_KEYS", "SMTP_URL"]);
    expect(at<boolean>(compose, "services.server.read_only")).toBe(true);
    expect(at<boolean>(compose, "services.migrate.read_only")).toBe(true);
  });

  it("select the pods of the deployment", () => {
    const labels = { "app.kubernetes.io/name": "repute" };
    expect(at<Json>(manifest("deployment.yaml"), "spec.template.metadata.labels")).toEqual(labels);
    expect(at<Json>(manifest("deployment.yaml"), "spec.selector.matchLabels")).toEqual(labels);
    expect(at<Json>(manifest("service.yaml"), "spec.selector")).toEqual(labels);
    expect(at<Json>(manifest("disruption-budget.yaml"), "spec.selector.matchLabels")).toEqual(labels);
    expect(at<Json>(manifest("network-policy.yaml"), "spec.podSelector.matchLabels")).toEqual(labels);
    expect(at<number>(manifest("deployment.yaml"), "spec.replicas")).toBeGreaterThan(
      at<number>(manifest("disruption-budget.yaml"), "spec.maxUnavailable"),
    );
  });

  it("are YAML documents with a kind, and the kustomization lists files that exist", () => {
    const names = files.filter((file) => file.startsWith("kubernetes/"));
    for (const name of names) {
      for (const document of parseAllDocuments(textOf(name))) {
        expect([name, document.errors]).toEqual([name, []]);
        expect(document.toJS()).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) });
      }
    }
    for (const name of at<string[]>(manifest("kustomization.yaml"), "resources")) {
      expect(names).toContain(`kubernetes/${name}`);
    }
  });
});

describe("the scripts of the image", () => {
  const workspace = freshWorkspace();
  const run = (command: string, args: readonly string[], env: Record<string, string> = {}) =>
    promisify(execFile)(command, args, { env: { PATH: process.env["PATH"], ...env } });

  it("create secrets once, and export the secrets that the server reads from variables", async () => {
    const { folder: place } = workspace();
    const scripts = join(place, "container");
    await run("cp", ["-r", join(folder, "container"), scripts]);
    await run("sh", [join(scripts, "make-secrets.sh")]);
    const created = readFileSync(join(place, "secrets/TOKEN_KEYS"), "utf8").trim();
    await run("sh", [join(scripts, "make-secrets.sh")]);
    const print = [join(scripts, "with-secrets.sh"), process.execPath, "-p", "JSON.stringify(process.env)"];
    const { stdout } = await run("sh", print, { SECRETS_FOLDER: join(place, "secrets") });
    const env = JSON.parse(stdout) as Record<string, string>;
    expect(env).toMatchObject({
      TOKEN_KEYS: created,
      DATABASE_URL: expect.stringMatching(/^postgres:\/\/repute:\w+@postgres\/repute$/),
      MIGRATION_DATABASE_URL: expect.stringMatching(/^postgres:\/\/repute_owner:\w+@postgres\/repute$/),
    });
    expect(readConfig(env).tokenKeys).toBe(created);
    expect(env).not.toHaveProperty("owner-password");
  });

  it("create the roles with passwords that no argument contains", async () => {
    const { folder: place } = workspace();
    const secrets = { "owner-password": "owner-secret", "server-password": "server-secret" };
    for (const [name, value] of Object.entries(secrets)) writeFileSync(join(place, name), value);
    writeFileSync(join(place, "psql"), '#!/bin/sh\necho "$@"; cat', { mode: 0o755 });
    const env = { PATH: `${place}:${process.env["PATH"]}`, SECRETS_FOLDER: place };
    const { stdout } = await run("sh", [join(folder, "container/create-roles.sh")], env);
    expect(stdout).toContain("CREATE ROLE repute LOGIN PASSWORD :'server_password' NOSUPERUSER NOBYPASSRLS");
    for (const name of Object.keys(secrets)) expect(stdout).toContain(`\`cat "$SECRETS_FOLDER/${name}"\``);
    expect(stdout).not.toMatch(/(owner|server)-secret/);
  });

  it("report the health of the server by the exit code", async () => {
    const { baseUrl, running } = await workspace().serve();
    const script = join(folder, "container/healthcheck.cjs");
    const env = { PORT: new URL(baseUrl).port };
    await run(process.execPath, [script], env);
    running.signal("SIGTERM");
    await running.ended;
    await expect(run(process.execPath, [script], env)).rejects.toMatchObject({ code: 1 });
  });
});
