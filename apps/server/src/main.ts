import { CommanderError } from "commander";
import { createProgram } from "./program.js";
import { exitCodes, type Terminal, thisProcess } from "./terminal/terminal.js";

/** Runs a command line in the form of `process.argv`. Returns the exit code. */
export async function main(argv: readonly string[], terminal: Terminal = thisProcess()): Promise<number> {
  try {
    const program = await createProgram(terminal, argv[2]);
    await program.parseAsync([...argv]);
    return exitCodes.success;
  } catch (error) {
    // `--help` and `--version` end with such an error. They must not load the modules that explain errors.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.success;
    const { fail } = await import("./terminal/failure.js");
    const isUnattendedServer = argv[2] === "serve" && terminal.stderr.isTTY !== true;
    return fail(terminal, error, argv.includes("--json"), isUnattendedServer);
  }
}
