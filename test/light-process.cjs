"use strict";
// Prepares a process of the light runner to import TypeScript suites and `@jest/globals`.
const Module = require("node:module");
const { codeOf } = require("./from-sources.cjs");
require("./light-traces.cjs");

// The runner loads suites with import(), which rejects .ts files. This hook loads them as CommonJS.
const asCommonJs = `export const load = (url, context, next) =>
  /\\.ts(\\?|$)/.test(url) ? { format: "commonjs", shortCircuit: true } : next(url, context);`;
Module.register(`data:text/javascript,${encodeURIComponent(asCommonJs)}`);

// The examples are ES modules that import packages, whose sources Node runs as CommonJS.
Module._extensions[".mjs"] = (module, filename) => module._compile(codeOf(filename), filename);

// Processes that a suite starts do not inherit the runner's options.
process.env.NODE_OPTIONS = process.env.REPUTE_NODE_OPTIONS;
process.once("disconnect", () => process.exit());

const globals = __filename.replace("light-process", "light-globals");
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  return request === "@jest/globals" ? globals : resolve.call(this, request, ...rest);
};
