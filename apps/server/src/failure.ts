import { isCopyError } from "@repute/copy";
import type { DomainError, Problem } from "@repute/domain";
import { emptyFileCode, isDomainError } from "@repute/domain";
import { CommanderError } from "commander";
import type { ErrorDescription } from "./describe-error.js";
import { describeError } from "./describe-error.js";
import { logFailure } from "./logs.js";
import { printable, printableJson } from "./printable.js";
import type { Terminal } from "./terminal.js";

/** How a command ends. */
export const exitCodes = { success: 0, failure: 1, usage: 2, empty: 3 } as const;

type Failure = {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly Problem[];
  readonly details: readonly string[];
};

/**
 * Says on standard error what went wrong, in one JSON line if `asLog` is set; with `json` on standard output too.
 * Returns the exit code.
 */
export function fail(terminal: Terminal, error: unknown, json: boolean, asLog = false): number {
  if (error instanceof CommanderError) return usageExit(terminal, error, json);
  const failure = explain(error);
  if (asLog) {
    const { code, message, problems, details } = failure;
    const described = details.length > 0 ? describeError(error) : {};
    logFailure(terminal.stderr, { ...described, code, ...(problems.length > 0 && { problems }) }, printable(message));
    if (json) writeJson(terminal, failure);
    return exitCodes.failure;
  }
  const lines = [
    `error: ${failure.message}`,
    ...failure.problems.filter(isOfFile).map(problemLine),
    ...failure.details,
  ];
  terminal.stderr.write(`${lines.map(printable).join("\n")}\n`);
  if (json) writeJson(terminal, failure);
  return failure.code === emptyFileCode ? exitCodes.empty : exitCodes.failure;
}

/** Commander has said what is wrong already; it also ends `--help` and `--version` with such an error. */
function usageExit(terminal: Terminal, { exitCode, message }: CommanderError, json: boolean): number {
  if (exitCode === 0) return exitCodes.success;
  if (json) writeJson(terminal, { code: "wrong_usage", message: message.replace(/^error: /, ""), problems: [] });
  return exitCodes.usage;
}

function writeJson({ stdout }: Terminal, { code, message, problems }: Omit<Failure, "details">): void {
  stdout.write(`${printableJson({ error: { code, message, errors: problems } })}\n`);
}

function explain(error: unknown): Failure {
  if (isFullDisk(error)) return { code: "disk_full", message: "The disk is full.", problems: [], details: [] };
  if (isDomainError(error)) {
    return { code: error.code, message: domainMessage(error), problems: error.problems, details: [] };
  }
  if (isCopyError(error)) return { code: error.code, message: oneLine(error.message), problems: [], details: [] };
  if (isSystemError(error)) return { code: error.code, message: oneLine(error.message), problems: [], details: [] };
  const { type, code, stack } = describeError(error);
  const message = `Internal error: ${[type, code].filter(Boolean).join(" ")}`;
  return { code: "internal_error", message, problems: [], details: stack.map((frame) => `    ${frame}`) };
}

/** An operator is helped by the code of what is behind it, such as SQLITE_FULL, more than by our words alone. */
function domainMessage({ message, cause }: DomainError): string {
  const code = cause === undefined ? undefined : describeError(cause).code;
  return sentence(oneLine(code === undefined || message.includes(code) ? message : `${message} (${code})`));
}

/** Error messages are written without a capital and a full stop, because others quote them. Names such as `min_rating` stay as they are. */
const sentence = (message: string): string =>
  `${message.replace(/^[a-z](?=[a-z']* )/, (letter) => letter.toUpperCase())}${/[.?!]$/.test(message) ? "" : "."}`;

type SystemError = { readonly code: string; readonly message: string };

/** What the operating system refused: its message names the operation and the path, and nothing else. */
export const isSystemError = (error: unknown): error is SystemError =>
  typeof error === "object" && error !== null && "syscall" in error && "code" in error && "message" in error;

const full = /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|53100)$/;

/** Whether a full disk caused an error, directly or through its causes. */
function isFullDisk(error: unknown): boolean {
  for (let level: ErrorDescription | string | undefined = describeError(error); level !== undefined;) {
    if (typeof level === "string") return full.test(level);
    if (full.test(level.code ?? "")) return true;
    level = level.cause;
  }
  return false;
}

const isOfFile = ({ line, row }: Problem): boolean => line !== undefined || row !== undefined;

/** `line 12: review.rating: expected a number from 1 to 5`, `row 12: Start Time is missing` or `line 3 is not valid JSON` */
function problemLine({ line, row, kind, key, message }: Problem): string {
  const name = [kind, key].filter((part) => part !== undefined).join(".");
  const position = line === undefined ? `row ${row}` : `line ${line}`;
  const subject = [position, name].filter((part) => part !== "").join(": ");
  return oneLine(`${subject}${startsWithVerb.test(message) ? "" : ":"} ${message}`);
}

/** Messages of which the row, the line or the key is the subject. */
const startsWithVerb = /^(is|has|must|cannot|exists)\b/;

const oneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
