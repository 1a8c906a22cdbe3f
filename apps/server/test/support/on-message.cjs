"use strict";
// Loads the command line from its sources and waits for a message with the arguments to run.
const { main } = require("../../src/main.ts");

process.once("message", (args) => {
  process.disconnect();
  main(["node", "repute", ...args]).then((code) => {
    process.exitCode = code;
  });
});
