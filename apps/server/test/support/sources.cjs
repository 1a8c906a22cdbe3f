"use strict";
// Lets a child process run the TypeScript sources, so that tests need no build: `node -C @repute/source -r .../sources.cjs`.
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");
const { dirname, join } = require("node:path");
const { transformSync } = require("@swc/core");

const options = {
  jsc: { target: "es2023", parser: { syntax: "typescript" } },
  module: { type: "commonjs" },
  sourceMaps: "inline",
};

Module._extensions[".ts"] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, "utf8"), { ...options, filename });
  module._compile(code, filename);
};

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const source = parent?.filename && /^\.{1,2}\/.*\.js$/.test(request) && toSource(request, parent.filename);
  return source && existsSync(source) ? source : resolve.call(this, request, parent, ...rest);
};

const toSource = (request, from) => join(dirname(from), request.replace(/\.js$/, ".ts"));
