import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { addCopy, type CopyTerminal } from "./command.js";
import { type Failure, failureOf } from "./copy-error.js";

function thisProcess(): CopyTerminal {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on("error", ignoreClosedPipe);
  return { stdout, stderr, signals: process };
}

/** Ignores the error of a closed pipe, because readers may stop early, as in `repute-copy --help | head -1`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/**
 * Runs the command line. Returns the exit code: 0 for success, 1 for failure, 2 for incorrect usage.
 * `argv` has the form of `process.argv`.
 */
export async function main(argv: readonly string[], terminal: CopyTerminal = thisProcess()): Promise<number> {
  const program = addCopy(new Command("repute-copy"), "repute-copy", terminal)
    .version(version(), "-V, --version", "Print the version")
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .showHelpAfterError("Add --help to see the usage.")
    .exitOverride();
  try {
    await program.parseAsync([...argv]);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const isUsage = error instanceof CommanderError; // Commander has already printed the error
    const { code, message, document } = isUsage ? usageFailure(error) : failureOf(error);
    if (!isUsage) terminal.stderr.write(`error: ${message}\n`);
    const failed = { ...document, error: { code, message, errors: [] } };
    if (argv.includes("--json")) terminal.stdout.write(`${JSON.stringify(failed)}\n`);
    return isUsage ? 2 : 1;
  }
}

const usageFailure = ({ message }: CommanderError): Failure => ({
  code: "wrong_usage",
  message: message.replace(/^error: /, ""),
  document: undefined,
});

function version(): string {
  const { version: found } = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8")) as {
    readonly version: string;
  };
  return found;
}
