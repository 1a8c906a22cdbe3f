import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Runs a script from scripts/ in a temporary repository with these files. Returns its output and exit code. */
export function runScript(name: string, files: Record<string, string>, ...flags: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), "repute-script-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const script = join(__dirname, "..", name);
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, "--root", root, ...flags], {
      encoding: "utf8",
    });
    return { lines: stdout.trimEnd().split("\n"), stderr, status };
  } finally {
    rmSync(root, { recursive: true });
  }
}
