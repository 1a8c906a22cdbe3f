// Copies the files of the API page from a release of swagger-ui-dist.
// The package is not a dependency, because it installs a package that reports every installation.
// Usage: node scripts/swagger-ui.mjs 5.35.0
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const served = ["swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"];
const legal = ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"];
const target = fileURLToPath(new URL("../packages/adapter-express/swagger-ui/", import.meta.url));

const [version = ""] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error("usage: node scripts/swagger-ui.mjs <version of swagger-ui-dist>");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "swagger-ui-"));
try {
  const run = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: "utf8" });
  const [{ filename, integrity }] = JSON.parse(run("npm", "pack", "--json", `swagger-ui-dist@${version}`));
  run("tar", "-xzf", filename, "--strip-components=1");
  const contents = served.map((name) => [name, readFileSync(join(folder, name))]);
  for (const [name, content] of contents) {
    const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(join(target, `${name}.br`), brotliCompressSync(content, { params }));
  }
  for (const name of legal) writeFileSync(join(target, name), readFileSync(join(folder, name)));
  const sha256 = (content) => createHash("sha256").update(content).digest("hex");
  const files = Object.fromEntries(contents.map(([name, content]) => [name, sha256(content)]));
  writeFileSync(join(target, "release.json"), `${JSON.stringify({ version, integrity, sha256: files }, null, 2)}\n`);
  console.log(`swagger-ui-dist ${version}: ${served.join(", ")}`);
} finally {
  rmSync(folder, { recursive: true });
}
