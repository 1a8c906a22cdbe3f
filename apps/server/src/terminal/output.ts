import { SingleBar } from "cli-progress";
import Table3, { type HorizontalAlignment } from "cli-table3";
import stringWidth from "string-width";
import {
  exitCodes,
  printable,
  printableJson,
  printableLines,
  type Screen,
  screenOf,
  type Terminal,
  type TextStream,
} from "./terminal.js";

/** Text for people: a string, a table, or several of them below each other. */
export type Text = string | Table | readonly Text[];

/** Output of a command: `json` for programs and `text` for people. */
type Output = { readonly json: unknown; readonly text: Text };

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

/** Error that ends a command without a message, because its output says everything. */
export class QuietEnd extends Error {
  override readonly name: string = "QuietEnd";
  constructor(readonly exitCode: number) {
    super();
  }
}

/** Error that ends a command if the program that reads its output exits early, as `head` does. */
export class PipeClosed extends QuietEnd {
  override readonly name = "PipeClosed";
  constructor() {
    super(exitCodes.success);
  }
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

/** Cell of a table. Numbers are counts: they are aligned right and have thousands separators. */
type Cell = string | number;

/** Table for people, with a heading per column. */
export type Table = { readonly headings: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

/** Creates a table. Pass ids as strings, because numbers are formatted as counts. */
export const table = (headings: Table["headings"], rows: Table["rows"]): Table => ({ headings, rows });

/** Creates a table, or nothing if there are no rows. */
export const filledTable = (headings: Table["headings"], rows: Table["rows"]): readonly Text[] =>
  rows.length === 0 ? [] : [table(headings, rows)];

/** Formats a count with thousands separators, such as `12,345`. */
export const countText = (count: number): string => count.toLocaleString("en-US");

const gap = "  ";

/**
 * Formats an ISO 8601 timestamp in a time zone for a table, such as `2026-03-01 17:05`. Leaves other strings unchanged.
 * The heading must mention the time zone.
 */
export function minuteText(timestamp: string, timeZone = "UTC"): string {
  const instant = Date.parse(timestamp);
  if (Number.isNaN(instant)) return timestamp;
  // Loading the data of time zones takes 50 ms.
  if (timeZone === "UTC") return new Date(instant).toISOString().slice(0, 16).replace("T", " ");
  // Swedish times are written as in ISO 8601.
  const format =
    minutes.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  minutes.set(timeZone, format);
  return format.format(instant);
}

/** Formats by time zone, because creating one takes longer than using it. */
const minutes = new Map<string, Intl.DateTimeFormat>();

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

/** Progress of work with several phases. `of` is the total, if known. */
type Progress = { readonly phase: string; readonly done: number; readonly of?: number };

/** Display of progress. `end` removes the progress bar. */
type ProgressView = { show(progress: Progress): void; end(): void };

const unseen: ProgressView = { show: () => {}, end: () => {} };

/** Creates a progress bar that counts in the given unit. Shows nothing if the stream is not a terminal. */
export function showProgress(stream: TextStream, unit: string): ProgressView {
  if (stream.isTTY !== true) return unseen;
  const bar = new SingleBar({
    stream,
    clearOnComplete: true,
    format: (_options, { progress, eta }, { text }) => text(progress, eta),
  });
  bar.start(0, 0, { text: () => "" });
  return {
    show: (progress) => {
      bar.setTotal(progress.of ?? 0);
      bar.update(progress.done, {
        text: (share: number, eta: unknown) => progressText(progress, { unit, share, eta }),
      });
    },
    end: () => bar.stop(),
  };
}

const barWidth = 30;

/** Share of the work that is done, and the remaining time in seconds. The library has no number for an unknown time. */
type Estimate = { readonly unit: string; readonly share: number; readonly eta: unknown };

function progressText({ phase, done, of }: Progress, { unit, share, eta }: Estimate): string {
  if (of === undefined) return `${phase} ${countText(done)} ${unit}`;
  const filled = Math.round(share * barWidth);
  const bar = `[${"=".repeat(filled)}${"-".repeat(barWidth - filled)}]`;
  const left = typeof eta === "number" && eta > 0 ? `, ${timeText(eta)} left` : "";
  return `${phase} ${bar} ${Math.floor(share * 100)} %, ${countText(done)} of ${countText(of)} ${unit}${left}`;
}

/** Formats seconds as `45 s`, `3 min` or `2 h 5 min`. */
export function timeText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
