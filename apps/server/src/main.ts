import { createProgram } from "./commands/program.js";
import { exitCodes, fail } from "./failure.js";
import type { Terminal } from "./terminal.js";
import { thisProcess } from "./terminal.js";

/** Runs the command line `argv`, as in `process.argv`; returns the exit code. */
export async function main(argv: readonly string[], terminal: Terminal = thisProcess()): Promise<number> {
  try {
    await createProgram(terminal).parseAsync([...argv]);
    return exitCodes.success;
  } catch (error) {
    const isUnattendedServer = argv[2] === "serve" && terminal.stderr.isTTY !== true;
    return fail(terminal, error, argv.includes("--json"), isUnattendedServer);
  }
}
