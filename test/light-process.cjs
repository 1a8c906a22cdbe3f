"use strict";
// What a process of the light runner needs beside the sources: suites that are imported, and Jest's names as a module.
const Module = require("node:module");
require("./light-traces.cjs");

// A suite is taken by import(), which knows no .ts; to require() it is known.
const asCommonJs = `export const load = (url, context, next) =>
  /\\.ts(\\?|$)/.test(url) ? { format: "commonjs", shortCircuit: true } : next(url, context);`;
Module.register(`data:text/javascript,${encodeURIComponent(asCommonJs)}`);

// Processes that a suite starts are their own.
process.env.NODE_OPTIONS = process.env.REPUTE_NODE_OPTIONS;
process.once("disconnect", () => process.exit());

const globals = __filename.replace("light-process", "light-globals");
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  return request === "@jest/globals" ? globals : resolve.call(this, request, ...rest);
};
