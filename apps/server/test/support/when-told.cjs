"use strict";
// Loads the command line from its sources and waits until it is told what to run: then it runs at once.
const { main } = require("../../src/main.ts");

process.once("message", (args) => {
  process.disconnect();
  main(["node", "repute", ...args]).then((code) => {
    process.exitCode = code;
  });
});
