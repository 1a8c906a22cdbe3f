import { arch, cpus, platform, totalmem } from "node:os";
import { count } from "./plan.js";
import type { Figure, Target, Unit } from "./row.js";
import type { Stage } from "./stage.js";

/** A measured value with its median and spread. `met` says whether the target is met. Undefined without a target. */
export type Finding = Figure & { readonly median: number; readonly spread: number; readonly met?: boolean };

export function findingOf(figure: Figure): Finding {
  const middle = median(figure.values);
  const { target } = figure;
  return {
    ...figure,
    median: middle,
    spread: spread(figure.values),
    ...(target && { met: isMet(middle, target) }),
  };
}

export const missed = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ met }) => met === false);

/** True if a value meets a target. NaN never meets a target. */
export const isMet = (value: number, target: Target): boolean =>
  "min" in target ? value >= target.min : value <= target.max;

/** Formats a target with its unit. Shows shares in percent. */
export function targetText(target: Target, unit: Unit): string {
  const bound = (value: number) => (unit === "share" ? `${Math.round(value * 1_000) / 10} %` : `${value} ${unit}`);
  return "min" in target ? `≥ ${bound(target.min)}` : `≤ ${bound(target.max)}`;
}

export function textTable(findings: readonly Finding[]): string {
  return alignedText([headings, ...findings.map(cells)]);
}

const headings = ["measurement", "median", "target", "met", "spread"] as const;

/** Formats rows of cells as a table with aligned columns. The first row contains the headings. */
export const alignedText = (rows: readonly (readonly string[])[]): string =>
  aligned(rows)
    .map((row) => row.join("  ").trimEnd())
    .join("\n");

export function markdownTable(findings: readonly Finding[]): string {
  const [heading = [], ...rows] = aligned([headings, ...findings.map(cells)]);
  const rule = heading.map((cell) => "-".repeat(cell.length));
  return [heading, rule, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function cells({ label, unit, median, spread, target, met, values }: Finding): readonly string[] {
  return [
    label,
    unit === "share" ? percentage(median) : `${shown(median)} ${unit}`,
    target ? targetText(target, unit) : "",
    met === undefined ? "" : met ? "yes" : "NO",
    values.length > 1 ? `${Math.round(100 * spread)} %` : "",
  ];
}

/** Formats a number with three or four significant digits. */
export function shown(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3);
}

/** Formats a ratio in percent. Values below 100 % have one decimal place. */
const percentage = (share: number): string => `${(share * 100).toFixed(share >= 1 ? 0 : 1)} %`;

function aligned(rows: readonly (readonly string[])[]): string[][] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
}

/** Results of a benchmark run. */
export type Measured = {
  readonly rows: number;
  readonly rounds: number;
  /** Size of the whole list in bytes. */
  readonly bytes: number;
  readonly limit: Stage["limit"]["kind"];
  readonly figures: readonly Figure[];
};

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
type Machine = {
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

/** Returns the median. For an even number of values, the median is the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/** Returns a percentile: the smallest value that is at least as large as `share` of the values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** Returns the difference between the maximum and the minimum, relative to the median. */
export function spread(values: readonly number[]): number {
  const sorted = ascending(values);
  return ((sorted.at(-1) ?? NaN) - (sorted[0] ?? NaN)) / median(values);
}

const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
