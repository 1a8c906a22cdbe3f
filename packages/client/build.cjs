// Bundles the client into the one module that browsers and `import` load; `require` loads what tsc makes.
const { mkdirSync, renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { buildSync } = require("esbuild");

/** The module's text; minified, it is what a page has to load of it. */
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
