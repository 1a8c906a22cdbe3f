import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import type { AppOptions } from "@repute/adapter-express";
import type { DatabaseOptions } from "@repute/adapter-typeorm";
import type { DomainOptions } from "@repute/domain";
import { type Config, declaredSettings, knownVariables, readConfig, unknownVariables } from "../src/settings/config.js";
import { repute, reputeJson } from "./support/command-line.js";
import { freshWorkspace } from "./support/workspace.js";

const root = join(__dirname, "../../..");
const variables = declaredSettings.map(({ variable }) => variable);

type CheckedNames = { readonly settings: readonly { readonly variable: string }[] };

describe("every declared setting", () => {
  it("is in the help", async () => {
    const { stdout } = await repute(["--help"]);
    const [settings = ""] = stdout.split("Variables that name a file");
    const listed = settings.match(/^ {2}[A-Z][A-Z_]+(?= |$)/gm)?.map((line) => line.trim());
    expect(listed).toEqual(variables);
    for (const file of knownVariables.filter((name) => name.endsWith("_FILE"))) expect(stdout).toContain(file);
  });

  it("is in the configuration reference", () => {
    const page = readFileSync(join(root, "docs/reference/configuration.md"), "utf8");
    const [table = ""] = /<!-- generated: variables -->[\s\S]*?<!-- end -->/.exec(page) ?? [];
    expect([...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name)).toEqual([...variables].sort());
    for (const name of knownVariables) expect(page).toContain(`\`${name}\``);
  });

  it("is in the output of config check", async () => {
    const { settings } = await reputeJson<CheckedNames>(["config", "check"], {});
    expect(settings.map(({ variable }) => variable)).toEqual([...variables].sort());
  });

  it("is suggested for a misspelled variable", () => {
    const misspelled = Object.fromEntries(knownVariables.map((name) => [`${name}X`, ""]));
    expect(unknownVariables(misspelled)).toEqual(
      knownVariables.map((closest) => ({ variable: `${closest}X`, closest })).sort(byVariable),
    );
  });
});

type Options = AppOptions & DatabaseOptions & DomainOptions & DomainOptions["retention"];

// The compiler asks for every setting that is not named like an option of `createApp`, `openDatabase` or `createDomain`.
const ownSettings: Record<Exclude<keyof Config, keyof Options>, true> = {
  databaseUrl: true,
  backupDatabaseUrl: true,
  allowSuperuser: true,
  databasePool: true,
  imageFolder: true,
  uploadFolder: true,
  uploadBytes: true,
  timeZone: true,
  host: true,
  port: true,
  logLevel: true,
  drainSeconds: true,
  drainDelaySeconds: true,
  servesMetrics: true,
  metricsAddress: true,
  accountMetrics: true,
  tokenKeys: true,
  jwkUrlAllow: true,
  webhookAllow: true,
  smtp: true,
  maxConnections: true,
  listSeconds: true,
};

it("the server uses every setting that is not an option of the same name", () => {
  const sources = sourcesOf("apps/server").filter((file) => !file.includes("/settings/"));
  const code = sources.map((file) => readFileSync(file, "utf8")).join("\n");
  for (const name of Object.keys(ownSettings)) expect(code).toMatch(new RegExp(`\\b${name}\\b`));
});

/** Environment variables of terminals, Node.js and the dynamic linker. */
const ofOthers = ["LD_LIBRARY_PATH", "NO_COLOR", "TERM", "UV_THREADPOOL_SIZE"];

it("the server reads only declared environment variables", () => {
  const folders = [
    "apps/server",
    "apps/copy",
    ...readdirSync(join(root, "packages")).map((name) => `packages/${name}`),
  ];
  const read = folders.flatMap(sourcesOf).flatMap((file) => variablesIn(readFileSync(file, "utf8")));
  expect(new Set(read)).toEqual(new Set(["LOG_LEVEL", ...ofOthers]));
  expect(read.filter((name) => !knownVariables.includes(name) && !ofOthers.includes(name))).toEqual([]);
});

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("testing/"))
    .map((file) => join(root, folder, "src", file));

/** Finds variable names in `env.NAME`, `env["NAME"]` and `{ NAME } = process.env`. */
const variablesIn = (source: string): readonly string[] => [
  ...[...source.matchAll(/\benv(?:\.|\[")([A-Z][A-Z_]+)/g)].map(([, name = ""]) => name),
  ...[...source.matchAll(/\{([\w\s,]+)\} = process\.env\b/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim()),
  ),
];

const byVariable = (a: { readonly variable: string }, b: { readonly variable: string }) =>
  a.variable < b.variable ? -1 : 1;

type Checked = { readonly settings: readonly { variable: string; value: string | null; source: string }[] };

describe("repute config check", () => {
  const workspace = freshWorkspace();
  const fileWith = async (content: string) => {
    const file = join(workspace().folder, "secret");
    await writeFile(file, content);
    return file;
  };

  it("prints each setting with its source, and hides secrets", async () => {
    const DATABASE_URL_FILE = await fileWith("postgres://app:hunter2@db/repute\n");
    const env = { DATABASE_URL_FILE, TOKEN_KEYS: `1:${"A".repeat(43)}=`, PORT: "9000" };
    const checked = await reputeJson<Checked>(["config", "check"], env);
    expect(checked.settings).toEqual(
      expect.arrayContaining([
        { variable: "DATABASE_URL", value: "db/repute", source: "file" },
        { variable: "TOKEN_KEYS", value: "(hidden)", source: "environment" },
        { variable: "PORT", value: "9000", source: "environment" },
        { variable: "METRICS", value: "off", source: "default" },
      ]),
    );
    expect(JSON.stringify(checked)).not.toMatch(/hunter2|AAAA/);
  });

  it("reports every error and exits with 1", async () => {
    const env = { PORT: "x", METRICS: "maybe", METRIC: "on" };
    const { code, stdout, stderr } = await repute(["config", "check"], { env });
    expect(code).toBe(1);
    expect(stdout).toContain("Unknown environment variable METRIC. Did you mean METRICS?");
    expect(stderr).toMatch(/^error: METRICS must be on or off; PORT must be .*\n$/);
  });

  it("rejects PostgreSQL without token keys", async () => {
    const { code, stderr } = await repute(["config", "check"], { env: { DATABASE_URL: "postgres://a:b@db/repute" } });
    expect([code, stderr]).toEqual([1, expect.stringContaining("TOKEN_KEYS is required with PostgreSQL")]);
  });

  it("reads a secret from a file without its trailing newline", async () => {
    const TOKEN_KEYS_FILE = await fileWith("1:key\n");
    expect(readConfig({ TOKEN_KEYS_FILE }).tokenKeys).toBe("1:key");
    expect(() => readConfig({ TOKEN_KEYS_FILE, TOKEN_KEYS: "1:other" })).toThrow(
      "TOKEN_KEYS and TOKEN_KEYS_FILE must not both be set",
    );
    expect(() => readConfig({ TOKEN_KEYS_FILE: "/nowhere" })).toThrow(
      "TOKEN_KEYS_FILE must name a file that can be read (ENOENT)",
    );
    await fileWith("\n");
    expect(() => readConfig({ TOKEN_KEYS_FILE })).toThrow("TOKEN_KEYS_FILE must name a file that is not empty");
    await fileWith("mysql://hunter2");
    expect(() => readConfig({ DATABASE_URL_FILE: TOKEN_KEYS_FILE })).toThrow(/^DATABASE_URL must be (?!.*hunter2)/);
  });
});

describe("the setting BULK_SUBMISSIONS", () => {
  const workspace = freshWorkspace();

  it("the server accepts up to BULK_SUBMISSIONS submissions per request, and rejects a larger request as a whole", async () => {
    const { env, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const create = ["token", "create", "--account", "acme", "--kind", "web-forms"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve(["serve"], { BULK_SUBMISSIONS: "3" });
    const statusOf = async (count: number) => {
      const submissions = Array.from({ length: count }, (_, index) => ({
        submission_date: "2026-03-02T17:05:00Z",
        scct_parameter: `${count}-${index}`,
        phone_number: "8015550142",
        conversion_type: "Online",
        patient_name: "Cal Reed",
      }));
      const response = await fetch(`${baseUrl}/v1/online-submissions/bulk-upload`, {
        method: "POST",
        headers: { "api-token": token, "Content-Type": "application/json" },
        body: JSON.stringify({ submissions }),
      });
      const { code } = (await response.json()) as { readonly code?: string };
      return [response.status, code];
    };
    expect(await statusOf(3)).toEqual([201, undefined]);
    expect(await statusOf(4)).toEqual([413, "too_many_submissions"]);
  });
});
