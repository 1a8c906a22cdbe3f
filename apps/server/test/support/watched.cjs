"use strict";
// Runs the command line from its sources as if in a terminal, so that a test can read the progress of a command.
const { main } = require("../../src/main.ts");

process.stderr.isTTY = true;
main(process.argv).then((code) => {
  process.exitCode = code;
});
