// Lets a child process of a test run the TypeScript sources: node --conditions=@repute/source --require <this file>.
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { transformSync } = require("@swc/core");

const options = { jsc: { target: "es2023", parser: { syntax: "typescript" } }, module: { type: "commonjs" } };

require.extensions[".ts"] = (module, file) => {
  module._compile(transformSync(readFileSync(file, "utf8"), { ...options, filename: file }).code, file);
};

const resolve = Module._resolveFilename;
Module._resolveFilename = function resolveSources(request, parent, ...rest) {
  const isOwn = request.startsWith(".") && parent?.filename?.endsWith(".ts");
  return resolve.call(this, isOwn ? request.replace(/\.js$/, ".ts") : request, parent, ...rest);
};
