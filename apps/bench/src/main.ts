import { CommanderError } from "commander";
import { bench } from "./bench.js";
import { readCommandLine, type RunOptions } from "./command-line.js";
import { benchGrowth } from "./growth/bench-growth.js";
import { openWorkshop, progressOn } from "./workshop.js";

const exitCodes = { met: 0, missed: 1, usage: 2, interrupted: 130 } as const;

async function main({ argv, stdout, stderr }: NodeJS.Process): Promise<number> {
  try {
    const runOptions = readCommandLine(argv, {
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    });
    return await run(runOptions);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.met : exitCodes.usage;
    stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCodes.missed;
  }
}

async function run(runOptions: RunOptions): Promise<number> {
  const progress = progressOn(process.stderr);
  const workshop = await openWorkshop(progress.show);
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    void workshop.interrupt();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, interrupt);
  try {
    const { text, isMet } = await (runOptions.growth ? benchGrowth : bench)(workshop, runOptions);
    progress.end();
    process.stdout.write(`${text}\n`);
    return isMet ? exitCodes.met : exitCodes.missed;
  } catch (error) {
    progress.end();
    if (interrupted) return exitCodes.interrupted;
    throw error;
  } finally {
    await workshop.close();
  }
}

void main(process).then((code) => (process.exitCode = code));
