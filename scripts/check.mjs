// Runs the checks of `npm run check` after a build, as many at once as the machine has cores. Prints what each check
// reports when it ends, and fails if one of them fails.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import { installTools } from "../checks/run.mjs";

/** Scripts of package.json. The slowest scripts come first. */
const checks = ["lint", "format:check", "spelling", "rules", "unused", "docs:check", "types", "links", "prose"];

async function check(name) {
  const started = performance.now();
  const running = spawn("sh", ["-c", `npm run --silent ${name} 2>&1`], { stdio: ["ignore", "pipe", "inherit"] });
  const [report, [status]] = await Promise.all([text(running.stdout), once(running, "close")]);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${name}: ${status === 0 ? "passed" : "FAILED"} (${seconds} s)\n${report}`);
  if (status !== 0) process.exitCode = 1;
}

/** Runs the next check when one has ended. */
async function checkRest() {
  for (let name = checks.shift(); name !== undefined; name = checks.shift()) await check(name);
}

installTools(); // Otherwise, each check that needs the tools would install them.
await Promise.all(Array.from({ length: availableParallelism() }, checkRest));
