import type { FileHandle } from "node:fs/promises";
import { type BundleSource, faultOfJson, invalid } from "@repute/domain";
import { otherFormat, pieces, rawPieces, rereading, withoutMark } from "./input-file.js";

/**
 * Reads an account bundle from a UTF-8 file with one JSON object per line, with or without gzip compression.
 * Each read starts at the beginning of the file.
 * Throws `bundle_changed` if the file changed since the first read.
 */
export const ndjsonBundle = (file: string | FileHandle): BundleSource => ({
  read: rereading(file, bundleLines, changed),
});

async function* bundleLines(handle: FileHandle): AsyncGenerator<readonly NumberedLine[]> {
  await refuseOtherFile(handle);
  yield* jsonLines(handle);
}

const changed = () => invalid("bundle_changed", "the bundle changed while it was being read; nothing was stored");

const perLine = "a bundle has one JSON object per line";

/** Throws `file_unreadable` for a file that is not a bundle. Otherwise each line would cause a less helpful error. */
async function refuseOtherFile(handle: FileHandle): Promise<void> {
  for await (const piece of rawPieces(handle)) {
    const guess = guessOf(withoutMark(piece));
    if (guess !== undefined) throw invalid("file_unreadable", `cannot read the bundle: it is ${guess}`);
    return;
  }
}

function guessOf(bytes: Buffer): string | undefined {
  const format = otherFormat(bytes);
  if (format !== undefined) return format === "UTF-16" ? `${format} text; save it as UTF-8` : format;
  if (bytes.subarray(0, 4_096).includes(0)) return `not a text file; ${perLine}`;
  const [first = "", second] = bytes
    .toString()
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (first.startsWith("[") && !isJson(first)) return `one JSON array; ${perLine} (to convert it, run: jq -c '.[]')`;
  if (first.startsWith("{"))
    return isBegun(first) ? `pretty-printed JSON; ${perLine} (to convert it, run: jq -c .)` : undefined;
  return [first, second].every(isTableRow) ? `a CSV table; ${perLine}` : undefined;
}

/** True if a line ends with a bracket or comma, as the first line of pretty-printed JSON does. */
const isBegun = (line: string): boolean => /[{[,]$/.test(line) && !isJson(line);

const isTableRow = (line: string | undefined): boolean =>
  line !== undefined && !line.startsWith("{") && /[,;\t|]/.test(line) && !isJson(line);

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** A line of JSON with its number in the file, starting at 1. */
export type NumberedLine = { readonly line: number } & JsonLine;

const megabyte = 1_048_576;
const maxLineLength = megabyte;

// A chunk ends at whichever limit is reached first, so that long lines do not accumulate in memory.
const chunkLines = 1_000;
const chunkBytes = megabyte;

/** Reads a UTF-8 file of JSON lines, in chunks of lines. Skips blank lines and a byte order mark. */
export async function* jsonLines(handle: FileHandle): AsyncGenerator<readonly NumberedLine[]> {
  let chunk: NumberedLine[] = [];
  let bytes = 0;
  for await (const lines of cutPieces(handle)) {
    for (const line of lines) {
      const read = numberedLine(line);
      if (read) chunk.push(read);
      bytes += line.bytes?.length ?? 0;
      if (chunk.length < chunkLines && bytes < chunkBytes) continue;
      yield chunk;
      chunk = [];
      bytes = 0;
    }
  }
  if (chunk.length > 0) yield chunk;
}

async function* cutPieces(handle: FileHandle): AsyncGenerator<Iterable<ByteLine>> {
  const cutter = lineCutter(maxLineLength);
  for await (const piece of pieces(handle)) yield cutter.cut(piece);
  yield cutter.end();
}

function numberedLine({ line, bytes }: ByteLine): NumberedLine | undefined {
  if (!bytes) return { line, problem: "is longer than 1 MB" };
  const read = readJsonLine(line === 1 ? withoutMark(bytes) : bytes);
  return read && { line, ...read };
}

/** Bytes of one line without its line feed, or `undefined` if the line is too long. */
export type ByteLine = { readonly line: number; readonly bytes: Buffer | undefined };

const lineFeed = 0x0a;

/** Splits chunks of bytes into lines, buffering at most `longest` bytes per line. */
function lineCutter(longest: number) {
  let line = 0;
  let parts: Buffer[] = [];
  let length = 0;

  function keep(part: Buffer): void {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  }

  function finish(): ByteLine {
    const bytes = length > longest ? undefined : joined(parts);
    line += 1;
    parts = [];
    length = 0;
    return { line, bytes };
  }

  return {
    /** Yields the lines whose end is in the chunk `piece`. */
    *cut(piece: Buffer): Generator<ByteLine> {
      let start = 0;
      for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
        keep(piece.subarray(start, end));
        yield finish();
        start = end + 1;
      }
      if (start < piece.length) keep(piece.subarray(start));
    },
    /** Yields the last line if it does not end with a line feed. */
    *end(): Generator<ByteLine> {
      if (length > 0) yield finish();
    },
  };
}

/** Joins the parts of a line. Does not copy a line that has only one part. */
const joined = ([first, ...more]: readonly Buffer[]): Buffer =>
  first && more.length === 0 ? first : Buffer.concat(first ? [first, ...more] : []);

/** The JSON value of a line, or its problem. The problem never repeats the line, which may contain patient data. */
type JsonLine = { readonly value: unknown } | { readonly problem: string };

// Do not skip a byte order mark here. It is valid only at the start of a file, and otherwise makes the JSON invalid.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Parses one line of JSON. Returns `undefined` for a blank line. */
export function readJsonLine(bytes: Buffer): JsonLine | undefined {
  const text = decoded(bytes);
  if (text === undefined) return { problem: "is not valid UTF-8" };
  if (text[0] !== "{" && /^[ \t\r]*$/.test(text)) return undefined;
  const json = parsed(text);
  if (!json) return { problem: `is not valid JSON: ${jsonFault(text)}` };
  const fault = faultOfJson(text, json.value);
  if (fault === "nested") return { problem: "is nested deeper than 32 levels" };
  return fault === "duplicate" ? { problem: `has ${duplicateKey(text)}` } : json;
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Discards the parser's error message, which may quote the line. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** State of the parser, named after the next expected token. */
type State = keyof typeof steps;
type Step = State | "open" | "close" | "next";

const valueSteps = { text: "next", word: "next", "{": "open", "[": "open" } as const;

/**
 * Parser transitions by state and token.
 * The result is the next state, or an action after a bracket or a complete value.
 */
const steps = {
  "a value": valueSteps,
  "a value or ]": { ...valueSteps, "]": "close" },
  "a key in double quotes": { text: "a colon" },
  "a key in double quotes or }": { text: "a colon", "}": "close" },
  "a colon": { ":": "a value" },
  "a comma or }": { ",": "a key in double quotes", "}": "close" },
  "a comma or ]": { ",": "a value", "]": "close" },
  "the end of the line": {},
} as const satisfies Readonly<Record<string, Partial<Record<JsonToken["kind"], string>>>>;

/**
 * Describes where a line that `JSON.parse` rejected becomes invalid, and which token was expected there, such as
 * `expected a comma or } at character 24 of 80`.
 * Never repeats the line.
 */
export function jsonFault(line: string): string {
  const open: string[] = [];
  let state: State = "a value";
  for (let place = 0; ;) {
    const token = jsonTokenAt(line, place);
    const step: Step | undefined = (steps[state] as Partial<Record<JsonToken["kind"], Step>>)[token.kind];
    if (step === undefined || !("end" in token)) return faultText(line, token, state);
    if (step === "open") open.push(token.kind);
    if (step === "close") open.pop();
    state = step === "open" ? firstInside(token.kind) : step === "close" || step === "next" ? afterValue(open) : step;
    place = token.end;
  }
}

const firstInside = (bracket: string): State => (bracket === "{" ? "a key in double quotes or }" : "a value or ]");

function afterValue(open: readonly string[]): State {
  const bracket = open.at(-1);
  if (bracket === undefined) return "the end of the line";
  return bracket === "{" ? "a comma or }" : "a comma or ]";
}

function faultText({ length }: string, token: JsonToken, state: State): string {
  const expected = token.kind === "broken" ? token.expected : state;
  const place =
    token.start < length ? `at character ${token.start + 1} of ${length}` : `at the end (character ${length})`;
  return `expected ${expected} ${place}`;
}

const maxKeyLength = 100;

/** Describes the first duplicate key in valid JSON, such as `the key "rating" twice in one object (character 95)`. */
export function duplicateKey(json: string): string {
  const open: Set<string>[] = [];
  for (const { bracket, key, start } of bracketsAndKeys(json)) {
    const keys = open.at(-1);
    if (bracket === "open") open.push(new Set());
    else if (bracket === "close") open.pop();
    else if (keys?.has(key)) {
      return `the key ${JSON.stringify(key.slice(0, maxKeyLength))} twice in one object (character ${start + 1})`;
    } else keys?.add(key);
  }
  return "a key twice in one object";
}

/** Yields the brackets and keys of valid JSON. */
function* bracketsAndKeys(json: string) {
  let last = jsonTokenAt(json, 0);
  for (let token = last; "end" in token; token = jsonTokenAt(json, token.end)) {
    const { kind } = token;
    if (kind === "{" || kind === "[") yield { bracket: "open", key: "", start: token.start };
    if (kind === "}" || kind === "]") yield { bracket: "close", key: "", start: token.start };
    if (kind === ":")
      yield { bracket: "", key: JSON.parse(json.slice(last.start, token.start)) as string, start: last.start };
    last = token;
  }
}

/**
 * A JSON token from `start` to `end`.
 * A `broken` token is invalid at `start`, and `expected` describes a valid token.
 */
type JsonToken =
  | { readonly kind: Punctuation | "text" | "word"; readonly start: number; readonly end: number }
  | { readonly kind: "none"; readonly start: number }
  | { readonly kind: "broken"; readonly start: number; readonly expected: string };

const space = /[ \t\r\n]*/y;
const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escaped = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * Returns the token after a position, skipping white space.
 * Returns `none` at the end, and for characters that begin no token.
 */
function jsonTokenAt(text: string, place: number): JsonToken {
  const start = endOf(space, text, place);
  const character = text[start];
  if (character === '"') return textFrom(text, start);
  if (isPunctuation(character)) return { kind: character, start, end: start + 1 };
  const end = endOf(word, text, start);
  return end > start ? { kind: "word", start, end } : { kind: "none", start };
}

type Punctuation = "{" | "}" | "[" | "]" | "," | ":";

const isPunctuation = (character: string | undefined): character is Punctuation =>
  character !== undefined && "{}[],:".includes(character);

function textFrom(text: string, start: number): JsonToken {
  let at = start + 1;
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') return { kind: "text", start, end: at + 1 };
    if (character < " ") return { kind: "broken", start: at, expected: "an escape sequence such as \\n" };
    if (character !== "\\") continue;
    const end = endOf(escaped, text, at);
    if (end === at) return { kind: "broken", start: at, expected: "a valid JSON escape sequence" };
    at = end - 1;
  }
  return { kind: "broken", start: at, expected: "a closing quote" };
}

function endOf(shape: RegExp, text: string, start: number): number {
  shape.lastIndex = start;
  return shape.test(text) ? shape.lastIndex : start;
}
