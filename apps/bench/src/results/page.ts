import { arch, cpus, platform, totalmem } from "node:os";
import type { Measured } from "../measure.js";
import { count } from "../row.js";
import type { Finding } from "./findings.js";
import { markdownTable } from "./table.js";

const [begin, end] = ["<!-- measured: written by npm run bench -->", "<!-- end of measured -->"] as const;

/** Formats the results section of a page: the data, the date, the machine and the table. */
export function measuredSection(
  { rows, bytes, rounds }: Pick<Measured, "rows" | "bytes" | "rounds">,
  findings: readonly Finding[],
  machine: Machine,
  date: string,
): string {
  const data = `${count(rows)} reviews (${Math.round(bytes / 1_000_000)} MB of JSON)`;
  const run = `The benchmark ran on ${date} with ${data}. Each figure is the median of ${rounds} rounds.`;
  return `${run}\nIt ran on a machine with ${machineText(machine)}.\n\n${markdownTable(findings)}`;
}

/** Replaces the section with the results in a page. Throws if the page has no markers. */
export function withMeasured(page: string, section: string): string {
  const [start, stop] = [page.indexOf(begin), page.indexOf(end)];
  if (start === -1 || stop < start) throw new Error(`the page has no lines "${begin}" and "${end}"`);
  return `${page.slice(0, start + begin.length)}\n\n${section}\n\n${page.slice(stop)}`;
}

/** Description of the machine, without its host name. */
export type Machine = {
  readonly processors: number;
  readonly model: string;
  readonly gigabytes: number;
  readonly platform: string;
  readonly node: string;
};

export const thisMachine = (): Machine => ({
  processors: cpus().length,
  model: cpus()[0]?.model.trim() ?? "unknown",
  gigabytes: Math.round(totalmem() / 1_000_000_000),
  platform: `${platform()} ${arch()}`,
  node: process.version,
});

export const machineText = ({ processors, model, gigabytes, platform, node }: Machine): string =>
  `${processors} × ${model}, ${gigabytes} GB of memory, ${platform}, Node ${node}`;
