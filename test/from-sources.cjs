"use strict";
// Runs TypeScript sources in a process so that tests need no build: `node -C @repute/source -r <this file> ...`.
const { createHash } = require("node:crypto");
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { dirname, join } = require("node:path");
const { version } = require("@swc/core/package.json");

const options = {
  jsc: { target: "es2023", parser: { syntax: "typescript" } },
  module: { type: "commonjs" },
  sourceMaps: "inline",
  inlineSourcesContent: false,
};

// Compiled sources are cached, because a process loads hundreds of sources and tests start many processes.
const cache = join(__dirname, "../node_modules/.cache/repute-sources");
mkdirSync(cache, { recursive: true });

Module._extensions[".ts"] = (module, filename) => module._compile(codeOf(filename), filename);

/** Returns the JavaScript of a source with an inline source map. */
function codeOf(filename) {
  const source = readFileSync(filename, "utf8");
  const name = createHash("sha256")
    .update(`${version}\0${JSON.stringify(options)}\0${filename}\0${source}`)
    .digest("hex");
  return cached(join(cache, `${name}.js`), () => compiled(source, filename));
}

/** Loads the compiler on demand because loading it is slow. */
const compiled = (source, filename) => require("@swc/core").transformSync(source, { ...options, filename }).code;

function cached(file, make) {
  if (existsSync(file)) return readFileSync(file, "utf8");
  const text = make();
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
  return text;
}

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const source = parent?.filename && /^\.{1,2}\/.*\.js$/.test(request) && toSource(request, parent.filename);
  return source && existsSync(source) ? source : resolve.call(this, request, parent, ...rest);
};

const toSource = (request, from) => join(dirname(from), request.replace(/\.js$/, ".ts"));

module.exports = { codeOf };
