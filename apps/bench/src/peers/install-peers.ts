import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workshop } from "../workshop.js";

/** npm packages that generate a REST API, and their dependencies, in the measured versions. */
const packages = {
  "json-server": "0.17.4",
  "@dataui/crud": "5.3.4",
  "@dataui/crud-typeorm": "5.3.4",
  "@nestjs/common": "10.4.20",
  "@nestjs/core": "10.4.20",
  "@nestjs/platform-express": "10.4.20",
  "@nestjs/typeorm": "10.0.2",
  "class-transformer": "0.5.1",
  "class-validator": "0.14.2",
  "reflect-metadata": "0.2.2",
  rxjs: "7.8.2",
  typeorm: "0.3.27",
} as const;

/** Installs the peer packages in the run's folder. Returns the folder, or undefined if npm fails. */
export async function installPeers({ folder, adopt, progress }: Workshop): Promise<string | undefined> {
  progress("installing the peers");
  const peers = join(folder, "peers");
  await mkdir(peers, { recursive: true });
  await writeFile(join(peers, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  const npm = adopt(spawn("npm", ["install", ...flags], { cwd: peers, stdio: "ignore" }));
  const [code] = await once(npm, "exit").catch(() => [1]);
  return code === 0 ? peers : undefined;
}
