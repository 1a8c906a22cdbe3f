import Table3, { type HorizontalAlignment } from "cli-table3";
import stringWidth from "string-width";
import { printable } from "./printable.js";
import type { Screen } from "./terminal.js";

/** Cell of a table. Numbers are counts: they are aligned right and have thousands separators. */
type Cell = string | number;

/** Table for people, with a heading per column. */
export type Table = { readonly headings: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

/** Creates a table. Pass ids as strings, because numbers are formatted as counts. */
export const table = (headings: Table["headings"], rows: Table["rows"]): Table => ({ headings, rows });

/** Formats a count with thousands separators, such as `12,345`. */
export const countText = (count: number): string => count.toLocaleString("en-US");

const gap = "  ";

/** Formats an ISO 8601 timestamp in UTC for a table, such as `2026-03-01 17:05`. The heading must mention UTC. */
export const minuteText = (timestamp: string): string => timestamp.slice(0, 16).replace("T", " ");

/** Lays out a table. Each column is as wide as its widest cell, unless the table would be wider than the screen. */
export function tableText({ headings, rows }: Table, screen: Screen): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "number" ? countText(cell) : printable(cell))));
  // Longer words are broken. Email addresses are usually shorter than half of the screen.
  const maxWord = Math.max(30, Math.floor(screen.width / 2));
  const columns = headings.map((heading, column) => {
    const texts = [heading, ...cells.map((row) => row[column] ?? "")];
    return { width: widest(texts), minWidth: Math.min(maxWord, widest(texts.flatMap((text) => text.split(" ")))) };
  });
  const widths = fitted(columns, screen.width);
  const isCount = headings.map((_, column) => {
    const counts = rows.filter((row) => typeof row[column] === "number");
    return 2 * counts.length > rows.length;
  });
  const laidOut = new Table3({
    chars: noLines,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
    colWidths: widths,
    wordWrap: true,
  });
  const alignment = (column: number, cell: unknown): HorizontalAlignment =>
    isCount[column] || typeof cell === "number" ? "right" : "left";
  laidOut.push(
    headings.map((heading, column) => ({
      content: screen.bold(printable(heading)),
      hAlign: alignment(column, heading),
    })),
    ...cells.map((row, index) =>
      row.map((text, column) => ({
        content: broken(text, widths[column] ?? maxWord),
        hAlign: alignment(column, rows[index]?.[column]),
      })),
    ),
  );
  return laidOut
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

const widest = (texts: readonly string[]): number => texts.reduce((peak, text) => Math.max(peak, stringWidth(text)), 0);

type Column = { readonly width: number; readonly minWidth: number };

/** Narrows the widest columns until the table fits on the screen, or until no column can be narrower. */
function fitted(columns: readonly Column[], screenWidth: number): number[] {
  const widths = columns.map(({ width }) => width);
  let excess = widths.reduce((sum, width) => sum + width + gap.length, -gap.length) - screenWidth;
  while (excess > 0) {
    const spare = columns.map(({ minWidth }, column) => (widths[column] ?? 0) > minWidth);
    const width = Math.max(...widths.filter((_, column) => spare[column]));
    if (width === -Infinity) return widths;
    widths[widths.findIndex((one, column) => one === width && spare[column])] = width - 1;
    excess -= 1;
  }
  return widths;
}

/** Breaks words that are wider than a column. */
const broken = (text: string, width: number): string =>
  stringWidth(text) <= width ? text : text.replace(new RegExp(`[^ ]{${width}}(?=[^ ])`, "g"), "$& ");

const noLines = {
  ...Object.fromEntries(
    ["top", "bottom", "left", "right", "mid"]
      .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
      .map((name) => [name, ""]),
  ),
  middle: gap,
};
