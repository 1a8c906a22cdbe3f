"use strict";
// Traces of errors that name the lines of the sources. Node can do so itself, but then reads the map of every module that it
// loads, those of dependencies too: a fifth of what a suite of routes takes.
const { SourceMap } = require("node:module");
const { codeOf } = require("./from-sources.cjs");

const place = /(\/[^():]+\.ts)(?:\?\d+)?:(\d+):(\d+)/;
const mark = "//# sourceMappingURL=data:application/json;base64,";
const maps = new Map();

Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${inSource(String(frame))}`)].join("\n");

const inSource = (frame) =>
  frame.replace(place, (_, file, line, column) => {
    const found = mapOf(file).findEntry(Number(line) - 1, Number(column) - 1);
    return found.originalLine === undefined ? file : `${file}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });

function mapOf(file) {
  const code = maps.has(file) ? "" : codeOf(file);
  if (code)
    maps.set(file, new SourceMap(JSON.parse(Buffer.from(code.slice(code.lastIndexOf(mark) + mark.length), "base64"))));
  return maps.get(file);
}
