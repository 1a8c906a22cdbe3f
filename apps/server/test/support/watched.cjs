"use strict";
// Runs the command line from its sources as if a person watched, so that a test can see how far a load is.
const { main } = require("../../src/main.ts");

process.stderr.isTTY = true;
main(process.argv).then((code) => {
  process.exitCode = code;
});
