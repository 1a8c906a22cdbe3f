// Bundles the client into one ES module for pages and bundlers. Node always loads the output of tsc, so a process never
// has two copies of the client.
const { mkdirSync, renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { buildSync } = require("esbuild");

/** Returns the bundled source. If minified, its length is the size that a page would download. */
function bundle({ minify = false } = {}) {
  const { outputFiles } = buildSync({
    entryPoints: [join(__dirname, "src", "index.ts")],
    tsconfig: join(__dirname, "tsconfig.json"),
    bundle: true,
    minify,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0].contents;
}

module.exports = { bundle };

if (require.main === module) {
  mkdirSync(join(__dirname, "dist"), { recursive: true });
  const file = join(__dirname, "dist", "index.mjs");
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, bundle());
  renameSync(unfinished, file);
}
