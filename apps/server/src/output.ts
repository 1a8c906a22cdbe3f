import { printable, printableJson, printableLines } from "./printable.js";
import type { Terminal, TextStream } from "./terminal.js";

/** What a command prints, for machines and for people. */
export type Output = { readonly json: unknown; readonly text: string };

/** Writes it to standard output, as one line of JSON when that was asked for. */
export function print({ stdout }: Terminal, { json, text }: Output, asJson: boolean | undefined): void {
  stdout.write(`${asJson ? printableJson(json) : printableLines(text)}\n`);
}

/** Thrown to end a command whose reader has closed the pipe, as `head` does. */
export class PipeClosed extends Error {
  override readonly name = "PipeClosed";
}

/** Writes part of a long output and waits until the stream takes more. Throws `PipeClosed` if its reader has left. */
export async function writePart(stdout: TextStream, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    stdout.write(text, (error) => {
      if (!error) resolve();
      else reject(closedCodes.has((error as NodeJS.ErrnoException).code ?? "") ? new PipeClosed() : error);
    }),
  );
}

/** Streams fail with the first code once, and with the others from then on. */
const closedCodes: ReadonlySet<string> = new Set(["EPIPE", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"]);

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
