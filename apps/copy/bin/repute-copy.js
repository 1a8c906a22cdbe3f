#!/usr/bin/env node
"use strict";
const { existsSync } = require("node:fs");
const { join } = require("node:path");

// npm links to this file during installation, before the first build.
const built = join(__dirname, "..", "dist", "main.js");
if (!existsSync(built)) {
  process.stderr.write("repute-copy is not built yet: run `npm run build` first.\n");
  process.exitCode = 1;
} else {
  require(built)
    .main(process.argv)
    .then((code) => {
      process.exitCode = code;
    });
}
