import { readFile, writeFile } from "node:fs/promises";
import { CommanderError } from "commander";
import { readCommandLine, type RunOptions } from "./command-line.js";
import { growthTable, judgeCost, measureGrowth } from "./growth/growth.js";
import { measure } from "./measure.js";
import { growthSizes } from "./plan.js";
import {
  type Finding,
  findingOf,
  machineText,
  type Measured,
  measuredSection,
  missed,
  textTable,
  thisMachine,
  withMeasured,
} from "./results.js";
import { openWorkshop, progress, type Workshop } from "./workshop.js";

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
  const workshop = await openWorkshop();
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

/** Printed output of a run. `isMet` is true if every target is met. */
type Outcome = { readonly text: string; readonly isMet: boolean };

/** Runs the benchmark and compares the results with the targets. With `--write`, writes them to the given page. */
async function bench(workshop: Workshop, runOptions: RunOptions): Promise<Outcome> {
  const page = runOptions.write === undefined ? undefined : await readPage(runOptions.write);
  const { figures, ...measured } = await measure(workshop, runOptions);
  const findings = figures.map(findingOf);
  const [machine, date] = [thisMachine(), new Date().toISOString().slice(0, 10)];
  if (page) await writeFile(page.path, withMeasured(page.text, measuredSection(measured, findings, machine, date)));
  const isMet = missed(findings).length === 0;
  const text = runOptions.json
    ? JSON.stringify({ date, machine, measured, findings, met: isMet })
    : report(measured, findings, runOptions);
  return { text, isMet };
}

/** Reads the page before measuring, so that an unusable page fails at once and not after the run. */
async function readPage(path: string): Promise<{ readonly path: string; readonly text: string }> {
  const text = await readFile(path, "utf8");
  withMeasured(text, "");
  return { path, text };
}

function report({ limit }: Pick<Measured, "limit">, findings: readonly Finding[], runOptions: RunOptions): string {
  const judged = findings.filter(({ target }) => target).length;
  const { length } = missed(findings);
  const notes = [
    ...(limit === "nginx"
      ? []
      : [
          "nginx is not installed, so Node's http module served the files instead (Debian: apt-get install nginx-light)",
        ]),
    ...(findings.some(({ key }) => key.startsWith("postgres_")) || !runOptions.postgres || runOptions.only !== undefined
      ? []
      : ["PostgreSQL is not installed, so only SQLite was measured (Debian: apt-get install postgresql)"]),
    ...(findings.some(({ key }) => key === "list_memory") || runOptions.only !== undefined
      ? []
      : ["this system does not report the memory of a process, so memory was not measured"]),
    length === 0 ? `all ${judged} targets met` : `${length} of ${judged} targets missed`,
  ];
  return `${textTable(findings)}\n\n${notes.join("\n")}`;
}

/** Measures how costs grow with the size of the account. Marks the costs that grow faster than expected. */
async function benchGrowth(workshop: Workshop, { rows, json, ...options }: RunOptions): Promise<Outcome> {
  if (process.platform !== "linux") throw new Error("--growth needs Linux, which reports the costs of other processes");
  const sizes = growthSizes(rows);
  const costs = (await measureGrowth(workshop, { ...options, sizes })).map(judgeCost);
  const wrong = costs.filter(({ isExpected }) => !isExpected).length;
  const [machine, date] = [thisMachine(), new Date().toISOString().slice(0, 10)];
  const text = json
    ? JSON.stringify({ date, machine, sizes, costs })
    : `${growthTable(sizes, costs)}\n\n${machineText(machine)}\n${wrong} of ${costs.length} costs grow faster than expected`;
  return { text, isMet: wrong === 0 };
}

void main(process).then((code) => (process.exitCode = code));
