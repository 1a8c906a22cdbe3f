"use strict";
// Traces of errors that name the lines of the sources. Node can do so itself, but then reads the map of every module that it
// loads, those of dependencies too, whether anything fails or not.
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
