// Copies the script and the license of the API reference's renderer from a release of @scalar/api-reference.
// The package is not a dependency, because it would install Vue and 100 MB of other packages for one script.
// Usage: node scripts/api-reference.mjs 1.76.0
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const target = fileURLToPath(new URL("../packages/adapter-express/reference/", import.meta.url));

const [version = ""] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error("usage: node scripts/api-reference.mjs <version of @scalar/api-reference>");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "api-reference-"));
try {
  const run = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: "utf8" });
  const [{ filename, integrity }] = JSON.parse(run("npm", "pack", "--json", `@scalar/api-reference@${version}`));
  run("tar", "-xzf", filename, "--strip-components=1");
  const script = readFileSync(join(folder, "dist/browser/standalone.js"));
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: script.length };
  writeFileSync(join(target, "scalar.js.br"), brotliCompressSync(script, { params }));
  const sha256 = createHash("sha256").update(script).digest("hex");
  writeFileSync(join(target, "release.json"), `${JSON.stringify({ version, integrity, sha256 }, null, 2)}\n`);
  console.log(`@scalar/api-reference ${version}: ${script.length} bytes`);
} finally {
  rmSync(folder, { recursive: true });
}
