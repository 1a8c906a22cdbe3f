import { printableJson, printableLines } from "./printable.js";
import { type Table, tableText } from "./table.js";
import { type Screen, screenOf, type Terminal, type TextStream } from "./terminal.js";

/** Text for people: a string, a table, or several of them below each other. */
export type Text = string | Table | readonly Text[];

/** Output of a command: `json` for programs and `text` for people. */
export type Output = { readonly json: unknown; readonly text: Text };

/** Writes output to standard output, as one line of JSON if `asJson` is set. */
export function print(terminal: Terminal, { json, text }: Output, asJson: boolean | undefined): void {
  const { stdout, env } = terminal;
  stdout.write(`${asJson ? printableJson(json) : textFor(screenOf(stdout, env), text)}\n`);
}

/** Puts a blank line between texts. */
export const paragraphs = (...texts: readonly Text[]): Text =>
  texts.flatMap((text, index) => (index > 0 ? ["", text] : [text]));

/** Lays out a command's text output for a screen. */
export function textFor(screen: Screen, text: Text): string {
  if (typeof text === "string") return printableLines(text);
  return "headings" in text ? tableText(text, screen) : text.map((part) => textFor(screen, part)).join("\n");
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
