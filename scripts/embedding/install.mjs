import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run, workspace } from "./run.mjs";

/** Packages that a TypeScript host with an Express app already has. */
const ofTheHost = ["express", "typescript", "@types/express", "@types/node"];

/** Installs the archives and their dependencies with npm, as a new user would. */
export function installPackages(folder, packed) {
  writeFileSync(join(folder, "package.json"), "{}\n");
  run(folder, "npm", "install", "--no-audit", "--no-fund", ...packed.map(({ archive }) => archive), ...ofTheHost);
}

/** Installs the packages without a network. Links their declared dependencies, and no others, from the workspace. */
export function linkPackages(folder, packed) {
  writeFileSync(join(folder, "package.json"), "{}\n");
  for (const { unpacked, manifest } of packed) {
    cpSync(unpacked, join(folder, "node_modules", manifest.name), { recursive: true });
  }
  ofTheHost.forEach((name) => link(folder, workspace, name));
  for (const { place, manifest } of packed) {
    const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
    const foreign = Object.keys(declared).filter((name) => !name.startsWith("@repute/"));
    foreign.forEach((name) => link(folder, join(workspace, place), name));
  }
}

/** Links a package from the node_modules folder of `from`, or else of the workspace. */
function link(folder, from, name) {
  const place = join(folder, "node_modules", name);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  const near = join(from, "node_modules", name);
  symlinkSync(existsSync(near) ? near : join(workspace, "node_modules", name), place, "dir");
}
