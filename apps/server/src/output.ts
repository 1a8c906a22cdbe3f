import { printable, printableJson, printableLines } from "./printable.js";
import type { Terminal, TextStream } from "./terminal.js";

/** Output of a command: `json` for programs and `text` for people. */
export type Output = { readonly json: unknown; readonly text: string };

/** Writes output to standard output, as one line of JSON if `asJson` is set. */
export function print({ stdout }: Terminal, { json, text }: Output, asJson: boolean | undefined): void {
  stdout.write(`${asJson ? printableJson(json) : printableLines(text)}\n`);
}

/** Error that ends a command if the program that reads its output exits early, as `head` does. */
export class PipeClosed extends Error {
  override readonly name = "PipeClosed";
}

/**
 * Writes part of a long output and waits for backpressure to clear.
 * Throws `PipeClosed` if the reader has closed the pipe.
 */
export async function writePart(stdout: TextStream, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    stdout.write(text, (error) => {
      if (!error) resolve();
      else reject(closedCodes.has((error as NodeJS.ErrnoException).code ?? "") ? new PipeClosed() : error);
    }),
  );
}

/**
 * Error codes of a closed pipe.
 * The first write after the pipe was closed fails with EPIPE, and later writes fail with the other codes.
 */
const closedCodes: ReadonlySet<string> = new Set(["EPIPE", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"]);

/** Formats rows as a table with headings. Each column is as wide as its widest cell. */
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
