import { readFile, writeFile } from "node:fs/promises";
import type { RunOptions } from "./command-line.js";
import { measure, type Measured } from "./measure.js";
import { type Finding, findingOf, missed } from "./results/findings.js";
import { measuredSection, thisMachine, withMeasured } from "./results/page.js";
import { textTable } from "./results/table.js";
import type { Workshop } from "./workshop.js";

/** Printed output of a run. `isMet` is true if every target is met. */
export type Outcome = { readonly text: string; readonly isMet: boolean };

/** Runs the benchmark and compares the results with the targets. With `--write`, writes them to the given page. */
export async function bench(workshop: Workshop, runOptions: RunOptions): Promise<Outcome> {
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
