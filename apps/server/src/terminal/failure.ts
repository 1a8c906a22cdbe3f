import { isCopyError } from "@repute/copy";
import { type DomainError, emptyFileCode, isDomainError, type Problem } from "@repute/domain";
import { CommanderError } from "commander";
import { describeError, type ErrorDescription, logFailure } from "../logs.js";
import { QuietEnd } from "./output.js";
import { exitCodes, printable, printableJson, screenOf, type Terminal } from "./terminal.js";

type Failure = {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly Problem[];
  readonly details: readonly string[];
  /** Members that `--json` prints next to `error`. */
  readonly document?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Prints an error to standard error, as one JSON line if `asLog` is set.
 * If `json` is set, also prints the error to standard output.
 * Returns the exit code. A reader that stops early, as `head` does, is no failure.
 */
export function fail(terminal: Terminal, error: unknown, json: boolean, asLog = false): number {
  if (error instanceof QuietEnd) return error.exitCode;
  if (error instanceof CommanderError) return usageExit(terminal, error, json);
  const failure = explain(error);
  if (asLog) {
    const { code, message, problems, details } = failure;
    const described = details.length > 0 ? describeError(error) : {};
    logFailure(terminal.stderr, { ...described, code, ...(problems.length > 0 && { problems }) }, printable(message));
    if (json) writeJson(terminal, failure);
    return exitCodes.failure;
  }
  const { red } = screenOf(terminal.stderr, terminal.env);
  terminal.stderr.write(`${red("error:")} ${textOf(failure)}\n`);
  if (json) writeJson(terminal, failure);
  return failure.code === emptyFileCode ? exitCodes.empty : exitCodes.failure;
}

/** Describes an error for people, with its problems, on one or more lines. */
export const failureText = (error: unknown): string => textOf(explain(error));

const textOf = ({ message, problems, details }: Failure): string =>
  [message, ...problems.filter(isOfFile).map(problemLine), ...details].map(printable).join("\n");

/** Returns the exit code for an error of Commander, which has already printed the error. */
function usageExit(terminal: Terminal, { message }: CommanderError, json: boolean): number {
  if (json) writeJson(terminal, { code: "wrong_usage", message: message.replace(/^error: /, ""), problems: [] });
  return exitCodes.usage;
}

function writeJson({ stdout }: Terminal, { code, message, problems, document }: Omit<Failure, "details">): void {
  stdout.write(`${printableJson({ ...document, error: { code, message, errors: problems } })}\n`);
}

function explain(error: unknown): Failure {
  if (isFullDisk(error)) return { code: "disk_full", message: "The disk is full.", problems: [], details: [] };
  if (isDomainError(error)) {
    return { code: error.code, message: domainMessage(error), problems: error.problems, details: [] };
  }
  if (isCopyError(error)) {
    const { code, message, document } = error;
    return { code, message: oneLine(message), problems: [], details: [], document };
  }
  if (isSystemError(error)) return { code: error.code, message: oneLine(error.message), problems: [], details: [] };
  const { type, code, stack } = describeError(error);
  const message = `Internal error: ${[type, code].filter(Boolean).join(" ")}`;
  return { code: "internal_error", message, problems: [], details: stack.map((frame) => `    ${frame}`) };
}

/** Returns a domain error's message with the code of its cause, such as SQLITE_FULL, which operators can look up. */
function domainMessage({ message, cause }: DomainError): string {
  const code = cause === undefined ? undefined : describeError(cause).code;
  return sentence(oneLine(code === undefined || message.includes(code) ? message : `${message} (${code})`));
}

/** Turns a message into a sentence: adds a capital letter and a period. Names such as `min_rating` stay lowercase. */
const sentence = (message: string): string =>
  `${message.replace(/^[a-z](?=[a-z']* )/, (letter) => letter.toUpperCase())}${/[.?!]$/.test(message) ? "" : "."}`;

type SystemError = { readonly code: string; readonly message: string };

/**
 * True if the operating system caused the error.
 * The message of such an error contains only the operation and the path.
 */
export const isSystemError = (error: unknown): error is SystemError =>
  typeof error === "object" && error !== null && "syscall" in error && "code" in error && "message" in error;

const full = /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|53100)$/;

/** True if a full disk caused an error, directly or through its causes. */
function isFullDisk(error: unknown): boolean {
  for (let level: ErrorDescription | string | undefined = describeError(error); level !== undefined;) {
    if (typeof level === "string") return full.test(level);
    if (full.test(level.code ?? "")) return true;
    level = level.cause;
  }
  return false;
}

/** Formats one problem, with its place in a file if it has one. */
export const problemText = (problem: Problem): string => (isOfFile(problem) ? problemLine(problem) : problem.message);

const isOfFile = ({ line, row }: Problem): boolean => line !== undefined || row !== undefined;

/**
 * Formats one problem in a file, such as `line 12: review.rating: expected a number from 1 to 5`, `row 12: Start Time
 * is missing` or `line 3 is not valid JSON`.
 */
export function problemLine({ line, row, kind, key, message }: Problem): string {
  const name = [kind, key].filter((part) => part !== undefined).join(".");
  const position = line === undefined ? `row ${row}` : `line ${line}`;
  const subject = [position, name].filter((part) => part !== "").join(": ");
  return oneLine(`${subject}${startsWithVerb.test(message) ? "" : ":"} ${message}`);
}

/** Matches messages that start with a verb. They are printed after the name of a row, line or key. */
const startsWithVerb = /^(is|has|must|cannot|exists)\b/;

const oneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
