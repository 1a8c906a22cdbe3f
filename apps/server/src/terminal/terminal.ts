import { styleText } from "node:util";
import type { Environment } from "../settings/setting.js";

/** Output stream. `isTTY` is true if the stream is a terminal, whose lines have `columns` characters. */
export type TextStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** Line width and styles of an output stream. A stream that is not a terminal has endless lines and no styles. */
export type Screen = {
  readonly width: number;
  readonly bold: (text: string) => string;
  readonly red: (text: string) => string;
};

const usualWidth = 80;

/** Returns the screen of a stream. Uses no styles if `NO_COLOR` is set (https://no-color.org). */
export function screenOf(stream: TextStream, env: Environment): Screen {
  const isStyled = stream.isTTY === true && hasColor(env);
  const style = (format: "bold" | "red") => (text: string) =>
    isStyled ? styleText(format, text, { validateStream: false }) : text;
  return {
    width: stream.isTTY ? stream.columns || usualWidth : Infinity,
    bold: style("bold"),
    red: style("red"),
  };
}

/** False if the environment forbids colors on terminals. */
export const hasColor = (env: Environment): boolean => !env["NO_COLOR"] && env["TERM"] !== "dumb";

/** Source of the process's signals and uncaught errors. */
export type Signals = {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
};

/** Environment in which a command runs: everything except its arguments. */
export type Terminal = {
  readonly env: Environment;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly signals: Signals;
  /** Lowers the priority and memory use of the process, so that servers on the machine get the processor first. */
  readonly runInBackground: () => void | Promise<void>;
  /** Program and arguments that start this command line again. */
  readonly command: readonly string[];
};

/** Exit codes of commands. */
export const exitCodes = { success: 0, failure: 1, usage: 2, empty: 3 } as const;

/** Returns the terminal of this process. */
export function thisProcess(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on("error", ignoreClosedPipe);
  const runInBackground = async () => (await import("@repute/adapter-files")).backgroundProcess();
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1, 2)];
  return { env, stdin, stdout, stderr, signals: process, runInBackground, command };
}

/** Ignores the error of a closed pipe, because readers may stop early, as in `repute account list | head -1`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/**
 * Matches characters that drive a terminal or reorder text: control characters, and bidirectional marks, overrides and
 * isolates.
 */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const unsafeInLines = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const unsafeInJson = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Replaces unsafe characters with spaces. Names from files and partners may contain control sequences for terminals. */
export const printable = (text: string): string => text.replace(unsafe, " ");

/** Replaces unsafe characters with spaces, but keeps line feeds. */
export const printableLines = (text: string): string => text.replace(unsafeInLines, " ");

/** Renders JSON on one line and escapes unsafe characters. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    unsafeInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
