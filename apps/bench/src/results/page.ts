import type { Finding } from "./findings.js";
import type { Machine } from "./machine.js";
import { machineText } from "./machine.js";
import type { Measured } from "./measured.js";
import { markdownTable } from "./table.js";

const [begin, end] = ["<!-- measured: written by npm run bench -->", "<!-- end of measured -->"] as const;

/** What was measured where, for a page. */
export function measuredSection(
  measured: Measured,
  findings: readonly Finding[],
  machine: Machine,
  date: string,
): string {
  const { rows, bytes, rounds } = measured;
  const what = `${rows.toLocaleString("en-US")} reviews (${Math.round(bytes / 1_000_000)} MB of JSON), medians of ${rounds.length} rounds`;
  return `Measured on ${date}: ${what}.\nMachine: ${machineText(machine)}.\n\n${markdownTable(findings)}`;
}

/** The page with its measured part replaced; a page without one cannot be written to. */
export function withMeasured(page: string, section: string): string {
  const [start, stop] = [page.indexOf(begin), page.indexOf(end)];
  if (start === -1 || stop < start) throw new Error(`the page has no lines "${begin}" and "${end}"`);
  return `${page.slice(0, start + begin.length)}\n\n${section}\n\n${page.slice(stop)}`;
}
