import { type Finding, targetText } from "./findings.js";

const headings = ["measurement", "median", "target", "met", "spread"] as const;

export function textTable(findings: readonly Finding[]): string {
  return alignedText([headings, ...findings.map(cells)]);
}

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
