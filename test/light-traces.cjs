"use strict";
// Maps stack traces to lines of the TypeScript sources.
// Node's own support would load the source map of every module, including dependencies, even if no test fails.
const { SourceMap } = require("node:module");
const { codeOf } = require("./from-sources.cjs");

Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${inSource(frame)}`)].join("\n");

function inSource(frame) {
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  if (!file?.endsWith(".ts")) return String(frame);
  const { originalLine, originalColumn } = mapOf(file).findEntry(line - 1, column - 1);
  const place = originalLine === undefined ? file : `${file}:${originalLine + 1}:${originalColumn + 1}`;
  return String(frame).replace(`${file}:${line}:${column}`, place);
}

const mark = "//# sourceMappingURL=data:application/json;base64,";
const maps = new Map();

function mapOf(file) {
  if (!maps.has(file)) maps.set(file, readMap(codeOf(file)));
  return maps.get(file);
}

const readMap = (code) =>
  new SourceMap(JSON.parse(Buffer.from(code.slice(code.lastIndexOf(mark) + mark.length), "base64").toString()));
