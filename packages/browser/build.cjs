// Bundles the tracking script into the one file that pages load. Jest runs it too, before all tests.
const { mkdirSync, renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { buildSync } = require("esbuild");

module.exports = function build() {
  const { outputFiles } = buildSync({
    entryPoints: [join(__dirname, "src/tracking/main.ts")],
    tsconfig: join(__dirname, "src/tracking/tsconfig.json"),
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2017",
    banner: { js: "/* Repute tracking script, Apache-2.0 */" },
    write: false,
    logLevel: "warning",
  });
  const file = join(__dirname, "dist/scct.js");
  const unfinished = `${file}.${process.pid}`;
  mkdirSync(join(__dirname, "dist"), { recursive: true });
  writeFileSync(unfinished, outputFiles[0].contents);
  renameSync(unfinished, file);
};

if (require.main === module) module.exports();
