// Serves the demo and restarts it whenever a source file changes.
import { spawn } from "node:child_process";

const run = (command, ...args) => spawn(command, args, { stdio: "inherit" });

const children = [
  run("node", "node_modules/typescript-7/bin/tsc", "-b", "--watch", "--preserveWatchOutput"),
  run(process.execPath, "--watch", "--watch-preserve-output", "apps/server/bin/repute.js", "demo"),
];

const stop = () => children.forEach((child) => child.kill("SIGTERM"));
for (const child of children) child.on("exit", stop);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
