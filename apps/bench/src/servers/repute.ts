import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** The command line of the service. */
export const reputeScript = join(dirname(require.resolve("@repute/server")), "..", "bin", "repute.js");

/** Runs `repute ...args`; answers what it printed. */
export async function repute(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const run = promisify(execFile);
  return (await run(process.execPath, [reputeScript, ...args], { env: { ...process.env, ...env } })).stdout;
}
