/**
 * Embeds Repute as a new user would: packs the packages, installs them in an empty folder and runs the examples with
 * plain Node and a strict compiler. Only dependencies that a package declares are linked from the workspace. With
 * --frameworks, npm installs Express 4, Fastify and NestJS, and a TypeScript host mounts the router in each. The contract
 * suites then run with each test runner. With --write-sizes, the guide gets the sizes of the packages.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installTools } from "../checks/run.mjs";
import { frameworks, testRunners, tryFramework, tryRunner } from "./embedding/frameworks.mjs";
import {
  bundleRule,
  copyExamples,
  loadBuilders,
  runBundle,
  runCommonJs,
  runDemo,
  runEsm,
  runTypeScript,
} from "./embedding/hosts.mjs";
import { checkFiles, checkSizes, linkPackages, packPackages, writeSizes } from "./embedding/packages.mjs";

const folder = mkdtempSync(join(tmpdir(), "repute-embedding-"));
const withFrameworks = process.argv.includes("--frameworks");

installTools();
const { checkManifest, lintPackage } = await import("../checks/manifests.mjs");

async function step(name, work) {
  const started = performance.now();
  const result = await work();
  console.log(`${name} (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
  return result;
}

/** Tries the examples one after the other, because they share a folder. */
async function tryHosts() {
  await step("examples copied", () => copyExamples(folder));
  await step("an import host answered a list", () => runEsm(folder));
  await step("a bundled host answered a list", () => runBundle(folder));
  await step("a bundle contains only the rule that it uses", () => bundleRule(folder));
  await step("a require host answered a list", () => runCommonJs(folder));
  await step("a strict TypeScript host compiled and answered a list", () => runTypeScript(folder));
  await step("the builders of records load no test library", () => loadBuilders(folder));
  await step("the demo served a list and the API reference", () => runDemo(folder));
}

/** Waits for all trials, which install packages and therefore wait for the network. Then reports the first failure. */
async function atOnce(trials) {
  const failed = (await Promise.allSettled(trials)).find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

try {
  const packed = await step("packed", () => packPackages(folder));
  await step("every package has what it promises and nothing else", () => packed.forEach(checkFiles));
  await step("every package has complete metadata", () => packed.forEach(checkManifest));
  await step("every kind of host can load every package and its types", () => Promise.all(packed.map(lintPackage)));
  if (process.argv.includes("--write-sizes")) await step("sizes written into the guide", () => writeSizes(packed));
  await step("the guide says how large every package is", () => checkSizes(packed));
  await step("installed", () => linkPackages(folder, packed));
  await atOnce([
    tryHosts(),
    ...(withFrameworks ? frameworks : []).map((framework) =>
      step(`${framework.name} served a list, in TypeScript`, () => tryFramework(folder, packed, framework)),
    ),
    ...(withFrameworks ? testRunners : []).map((runner) =>
      step(`the contract suites passed with ${runner.name}`, () => tryRunner(folder, packed, runner)),
    ),
  ]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
