// Bundles each browser script into one file. Jest also runs this script before the tests.
const { mkdirSync, renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { buildSync } = require("esbuild");

/** Entry folder and oldest supported ECMAScript version of each script, by file name. */
const scripts = {
  "scct.js": { folder: "tracking", target: "es2017", title: "tracking script" },
  "reviews.js": { folder: "widget", target: "es2020", title: "review widget" },
};

module.exports = function build() {
  mkdirSync(join(__dirname, "dist"), { recursive: true });
  for (const [name, { folder, target, title }] of Object.entries(scripts)) {
    const { outputFiles } = buildSync({
      entryPoints: [join(__dirname, "src", folder, "main.ts")],
      tsconfig: join(__dirname, "src", folder, "tsconfig.json"),
      bundle: true,
      minify: true,
      format: "iife",
      target,
      banner: { js: `/* Repute ${title}, Apache-2.0 */` },
      write: false,
      logLevel: "warning",
    });
    const file = join(__dirname, "dist", name);
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, outputFiles[0].contents);
    renameSync(unfinished, file);
  }
};

if (require.main === module) module.exports();
