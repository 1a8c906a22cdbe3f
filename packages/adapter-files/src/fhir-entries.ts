import type { FileHandle } from "node:fs/promises";
import { invalid } from "@repute/domain";
import { pieces } from "./input-file.js";
import { type ByteLine, jsonLines, type NumberedLine, readJsonLine } from "./ndjson.js";

/** An entry of a FHIR bundle: a resource, or a problem. `row` is the entry's position in the file, from 1. */
export type FhirEntry = FhirResource | { readonly row: number; readonly problem: string };

export type FhirResource = {
  readonly row: number;
  readonly resource: unknown;
  readonly fullUrl?: string | undefined;
  readonly mode?: string | undefined;
};

const maxEntryLength = 1_048_576;
const chunkEntries = 1_000;

/**
 * Reads the resources of a FHIR file in chunks.
 * The file is one bundle, one array, or one JSON value per line.
 * Each line can be a resource, or a bundle with one page of a search result.
 * Throws `file_incomplete` at the end if the last bundle links to a next page.
 */
export async function* fhirEntries(handle: FileHandle): AsyncGenerator<readonly FhirEntry[]> {
  const lines = (await hasOneALine(handle)) ? jsonLines(handle) : elements(handle);
  let hasNext = false;
  let last = 0;
  function* numbered(chunk: readonly NumberedLine[]): Generator<readonly FhirEntry[]> {
    let entries: FhirEntry[] = [];
    for (const line of chunk) {
      for (const entry of entriesOf(line, last + 1)) {
        last = entry.row;
        if (entries.push(entry) < chunkEntries) continue;
        yield entries;
        entries = [];
      }
    }
    if (entries.length > 0) yield entries;
  }
  for await (const chunk of lines) {
    for (const line of chunk) {
      const bundle = "value" in line ? [line.value].flat().findLast(isBundle) : undefined;
      if (bundle !== undefined) hasNext = listAt(bundle, "link").some(isNext);
    }
    yield* numbered(chunk);
  }
  if (hasNext) throw incomplete();
}

const isBundle = (value: unknown): boolean => textAt(value, "resourceType") === "Bundle";

async function hasOneALine(handle: FileHandle): Promise<boolean> {
  for await (const [first] of jsonLines(handle)) return first !== undefined && "value" in first;
  return false;
}

/** Throws `file_incomplete` if a bundle that spans several lines links to a next page. */
export async function refuseIncomplete(handle: FileHandle): Promise<void> {
  if (await hasOneALine(handle)) return;
  const cutter = elementCutter("link", maxEntryLength);
  for await (const piece of pieces(handle)) {
    for (const { bytes } of cutter.cut(piece)) {
      const read = bytes && readJsonLine(bytes);
      if (read && "value" in read && isNext(read.value)) throw incomplete();
    }
  }
}

const isNext = (link: unknown): boolean => textAt(link, "relation") === "next";

async function* elements(handle: FileHandle): AsyncGenerator<readonly NumberedLine[]> {
  const cutter = elementCutter("entry", maxEntryLength);
  for await (const piece of pieces(handle)) {
    yield [...cutter.cut(piece)].map(({ line, bytes }) => {
      const read = bytes && readJsonLine(bytes);
      return { line, ...(read ?? { problem: "is longer than 1 MB" }) };
    });
  }
  if (!cutter.isWhole()) throw cutShort();
}

/**
 * Yields the resources in one line: the entries of a bundle, the members of an array, or a single resource.
 * Entries and members are numbered from `first`.
 * A single resource has the number of its line, or `first` if that is greater.
 */
function* entriesOf(line: NumberedLine, first: number): Generator<FhirEntry> {
  let row = Math.max(line.line, first);
  if ("problem" in line) return yield { row, problem: line.problem };
  if (!isBundle(line.value) && !Array.isArray(line.value)) return yield entryOf(row, line.value);
  row = first;
  for (const one of [line.value].flat()) {
    for (const entry of isBundle(one) ? listAt(one, "entry") : [one]) yield entryOf(row++, entry);
  }
}

/** Converts a JSON value, either a resource or a bundle entry, to an entry. */
function entryOf(row: number, value: unknown): FhirEntry {
  if (textAt(value, "resourceType") !== undefined) return { row, resource: value };
  const resource = valueAt(value, "resource") ?? deletedBy(value);
  return { row, resource, fullUrl: textAt(value, "fullUrl"), mode: textAt(value, "search", "mode") };
}

/** Returns the resource that an entry of a history deletes, or `undefined` for other entries. */
function deletedBy(entry: unknown): unknown {
  if (textAt(entry, "request", "method") !== "DELETE") return undefined;
  const [id, resourceType] = textAt(entry, "request", "url")?.split("/").reverse() ?? [];
  const versionId = /\d+/.exec(textAt(entry, "response", "etag") ?? "")?.[0];
  const lastUpdated = textAt(entry, "response", "lastModified");
  return { resourceType, id, status: "deleted", meta: { versionId, lastUpdated } };
}

const incomplete = () =>
  invalid(
    "file_incomplete",
    "the FHIR bundle links to a next page: put all pages into one file, one bundle per line; nothing was stored",
  );

const cutShort = () => invalid("file_unreadable", "cannot read the file: the JSON is incomplete");

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash] = [code('"'), code("\\")];
const [openBrace, openBracket] = [code("{"), code("[")];

const opens = new Set([openBrace, openBracket]);
const closes = new Set([code("}"), code("]")]);

const maxKeyLength = 64;

/**
 * Splits chunks of JSON into objects: the members of the document's array `list`, or of a document that is an array.
 * Any other document is one object.
 * Buffers at most `longest` bytes per object.
 * The `bytes` of a longer object are `undefined`.
 */
function elementCutter(list: string, longest: number) {
  let [depth, inText, isEscaped] = [0, false, false];
  let key = "";
  /** Nesting depths: of the members of `list`, and of the object that is being buffered. */
  let listDepth: number | undefined;
  let retainedDepth: number | undefined;
  let parts: Buffer[] = [];
  let [length, count] = [0, 0];

  function keep(part: Buffer): void {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  }

  function drop(): void {
    [parts, length, retainedDepth] = [[], 0, undefined];
  }

  function finish(): ByteLine {
    const bytes = length > longest ? undefined : Buffer.concat(parts);
    drop();
    count += 1;
    return { line: count, bytes };
  }

  function open(byte: number): boolean {
    const isOfList = byte === openBracket && (depth === 0 || (depth === 1 && key === list && retainedDepth === 0));
    if (isOfList) {
      drop();
      listDepth = depth + 1;
    }
    const begins = byte === openBrace && retainedDepth === undefined && (depth === 0 || depth === listDepth);
    if (begins) retainedDepth = depth;
    depth += 1;
    return begins;
  }

  function close(): boolean {
    depth -= 1;
    if (listDepth !== undefined && depth < listDepth) listDepth = undefined;
    return depth === retainedDepth;
  }

  function read(byte: number): void {
    if (isEscaped) isEscaped = false;
    else if (byte === backslash) isEscaped = true;
    else if (byte === quote) inText = false;
    if (depth === 1 && inText && key.length < maxKeyLength) key += String.fromCharCode(byte);
  }

  return {
    /** Yields the objects whose end is in the chunk `piece`. */
    *cut(piece: Buffer): Generator<ByteLine> {
      let start = 0;
      for (let index = 0; index < piece.length; index += 1) {
        const byte = piece[index] as number;
        if (inText) read(byte);
        else if (byte === quote) [inText, key] = [true, ""];
        else if (opens.has(byte)) start = open(byte) ? index : start;
        else if (closes.has(byte) && close()) {
          keep(piece.subarray(start, index + 1));
          yield finish();
        }
      }
      if (retainedDepth !== undefined) keep(piece.subarray(start));
    },
    /** Returns true if all brackets and strings are closed. */
    isWhole: (): boolean => depth === 0 && !inText,
  };
}

/** Returns the value at a path in a JSON value, or `undefined` if the path does not exist. */
export const valueAt = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string | number, unknown>)[key] : undefined,
    value,
  );

/** Returns the trimmed string at a path, or `undefined` if the string is empty or the value is not a string. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = valueAt(value, ...path);
  return (typeof found === "string" && found.trim()) || undefined;
}

/** Returns the array at a path, or an empty array if the value is not an array. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}
