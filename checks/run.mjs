// Runs a tool of checks/package.json, such as `node checks/run.mjs eslint .`. Installs the tools first if they are missing
// or out of date. People who only run or build Repute do not need these tools, so `npm ci` does not install them.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const lock = readFileSync(here("package-lock.json"), "utf8");
const installed = here("node_modules/.installed-lock.json");

/** Installs the tools unless exactly these versions are installed. */
export function installTools() {
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefix", here(".")]);
  writeFileSync(installed, lock);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const [tool, ...args] = process.argv.slice(2);
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installTools();
  run(process.execPath, [here(`node_modules/.bin/${tool}`), ...args]);
}
