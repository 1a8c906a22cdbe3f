import { printable, printableJson, printableLines } from "./printable.js";
import type { Terminal } from "./terminal.js";

/** What a command prints, for machines and for people. */
export type Output = { readonly json: unknown; readonly text: string };

/** Writes it to standard output, as one line of JSON when that was asked for. */
export function print({ stdout }: Terminal, { json, text }: Output, asJson: boolean | undefined): void {
  stdout.write(`${asJson ? printableJson(json) : printableLines(text)}\n`);
}

/** Rows under headings, in columns as wide as they need to be. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [headings, ...rows].map((row) => row.map((cell) => printable(String(cell))));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
