/**
 * Embeds Repute as a new user would: packs the packages, installs them in an empty folder and runs the examples with
 * plain Node and a strict compiler. Only dependencies that a package declares are linked from the workspace. With
 * --install, npm installs them from the registry instead. With --frameworks, npm also installs each framework that the
 * guide names, and a TypeScript host mounts the router in it. The contract suites then run with each test runner. With --write-sizes, the guide gets the sizes of the packages.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installTools } from "../checks/run.mjs";
import { bundleRule, runBundle } from "./embedding/bundles.mjs";
import { checkFiles, packPackages } from "./embedding/packages.mjs";
import { runDemo } from "./embedding/demo.mjs";
import { frameworks, tryFramework } from "./embedding/frameworks.mjs";
import { installPackages, linkPackages } from "./embedding/install.mjs";
import { copyExamples, runCommonJs, runEsm, runSessionHost, runTypeScript } from "./embedding/hosts.mjs";
import { loadBuilders, testRunners, tryRunner } from "./embedding/runners.mjs";
import { checkSizes, writeSizes } from "./embedding/sizes.mjs";

const folder = mkdtempSync(join(tmpdir(), "repute-embedding-"));
const fromRegistry = process.argv.includes("--install");

installTools();
const { checkManifest, lintPackage } = await import("../checks/manifests.mjs");

async function step(name, work) {
  const started = performance.now();
  const result = await work();
  console.log(`${name} (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
  return result;
}

try {
  const packed = await step("packed", () => packPackages(folder));
  await step("every package has what it promises and nothing else", () => packed.forEach(checkFiles));
  await step("every package has complete metadata", () => packed.forEach(checkManifest));
  await step("every kind of host can load every package and its types", () => Promise.all(packed.map(lintPackage)));
  if (process.argv.includes("--write-sizes")) await step("sizes written into the guide", () => writeSizes(packed));
  await step("the guide says how large every package is", () => checkSizes(packed));
  await step("installed", () => (fromRegistry ? installPackages : linkPackages)(folder, packed));
  await step("examples copied", () => copyExamples(folder));
  await step("an import host answered a list", () => runEsm(folder));
  await step("a bundled host answered a list", () => runBundle(folder));
  await step("a bundle contains only the rule that it uses", () => bundleRule(folder));
  await step("a require host answered a list", () => runCommonJs(folder));
  await step("a host with its own login answered a list", () => runSessionHost(folder));
  await step("a strict TypeScript host compiled and answered a list", () => runTypeScript(folder));
  await step("the builders of records load no test library", () => loadBuilders(folder));
  await step("the demo served a list and the API reference", () => runDemo(folder));
  for (const framework of process.argv.includes("--frameworks") ? frameworks : []) {
    await step(`${framework.name} served a list, in TypeScript`, () => tryFramework(folder, packed, framework));
  }
  for (const runner of process.argv.includes("--frameworks") ? testRunners : []) {
    await step(`the contract suites passed with ${runner.name}`, () => tryRunner(folder, packed, runner));
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
