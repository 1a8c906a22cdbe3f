// Bundles the client into one ES module for browsers and `import`. `require` loads the output of tsc.
const { mkdirSync, renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { buildSync } = require("esbuild");

/** Returns the source of the module. The minified source is the download size of a page. */
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
