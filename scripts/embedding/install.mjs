import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run, workspace } from "./run.mjs";

/** What a TypeScript host with an Express app has by itself. */
const ofTheHost = ["express", "typescript", "@types/express", "@types/node"];

/** Lets npm install the archives and everything they need, as a new user would. */
export function installPackages(folder, packed) {
  writeFileSync(join(folder, "package.json"), "{}\n");
  run(folder, "npm", "install", "--no-audit", "--no-fund", ...packed.map(({ archive }) => archive), ...ofTheHost);
}

/** Puts the packages into place and links what they declare from the workspace: no network, and nothing undeclared. */
export function linkPackages(folder, packed) {
  writeFileSync(join(folder, "package.json"), "{}\n");
  for (const { unpacked, manifest } of packed) {
    cpSync(unpacked, join(folder, "node_modules", manifest.name), { recursive: true });
  }
  ofTheHost.forEach((name) => link(folder, workspace, name));
  for (const { name: part, manifest } of packed) {
    const foreign = Object.keys(manifest.dependencies ?? {}).filter((name) => !name.startsWith("@repute/"));
    foreign.forEach((name) => link(folder, join(workspace, "packages", part), name));
  }
}

/** Looks where Node would look from `from`: nearest folder first. */
function link(folder, from, name) {
  const place = join(folder, "node_modules", name);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  const near = join(from, "node_modules", name);
  symlinkSync(existsSync(near) ? near : join(workspace, "node_modules", name), place, "dir");
}
