import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const workspace = fileURLToPath(new URL("../../", import.meta.url));

/** Runs a program and returns its output. An error includes the program's output and error output. */
export function run(folder, program, ...words) {
  try {
    return execFileSync(program, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(`${program} ${words.join(" ")} failed:\n${error.stdout ?? ""}${error.stderr ?? error.message}`);
  }
}

/** Reads the package.json in a folder. */
export const manifestAt = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
