import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { declaredSettings, knownVariables } from "../src/settings/settings.js";
import { unknownVariables } from "../src/settings/unknown-variables.js";
import { repute, reputeJson } from "./support/command-line.js";

const root = join(__dirname, "../../..");
const variables = declaredSettings.map(({ variable }) => variable);

type Checked = { readonly settings: readonly { readonly variable: string }[] };

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
    const { settings } = await reputeJson<Checked>(["config", "check"], {});
    expect(settings.map(({ variable }) => variable)).toEqual([...variables].sort());
  });

  it("is suggested for a misspelled variable", () => {
    const misspelled = Object.fromEntries(knownVariables.map((name) => [`${name}X`, ""]));
    expect(unknownVariables(misspelled)).toEqual(
      knownVariables.map((closest) => ({ variable: `${closest}X`, closest })).sort(byVariable),
    );
  });
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
