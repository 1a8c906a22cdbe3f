import { createProgram } from "./program.js";
import { exitCodes, fail } from "./terminal/failure.js";
import { PipeClosed } from "./terminal/output.js";
import { type Terminal, thisProcess } from "./terminal/terminal.js";

/** Runs a command line in the form of `process.argv`. Returns the exit code. */
export async function main(argv: readonly string[], terminal: Terminal = thisProcess()): Promise<number> {
  try {
    await createProgram(terminal).parseAsync([...argv]);
    return exitCodes.success;
  } catch (error) {
    if (error instanceof PipeClosed) return exitCodes.success;
    const isUnattendedServer = argv[2] === "serve" && terminal.stderr.isTTY !== true;
    return fail(terminal, error, argv.includes("--json"), isUnattendedServer);
  }
}
