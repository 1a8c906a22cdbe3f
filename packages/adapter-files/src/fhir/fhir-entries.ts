import type { FileHandle } from "node:fs/promises";
import { invalid } from "@repute/domain";
import { readJsonLine } from "../json-line.js";
import { jsonLines, type NumberedLine } from "../json-lines.js";
import { pieces } from "../pieces.js";
import { elementCutter } from "./json-elements.js";
import { listAt, textAt, valueAt } from "./json-values.js";

/** An entry of a FHIR bundle: a resource, or a problem. `row` is the entry's position in the file, from 1. */
export type FhirEntry = { readonly row: number } & (
  | { readonly resource: unknown; readonly fullUrl?: string | undefined; readonly mode?: string | undefined }
  | { readonly problem: string }
);

const maxEntryLength = 1_048_576;

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
  function numbered(line: NumberedLine): readonly FhirEntry[] {
    const entries = entriesOf(line, last + 1);
    last = entries.at(-1)?.row ?? last;
    return entries;
  }
  for await (const chunk of lines) {
    for (const line of chunk) {
      const bundle = "value" in line ? [line.value].flat().findLast(isBundle) : undefined;
      if (bundle !== undefined) hasNext = listAt(bundle, "link").some(isNext);
    }
    yield chunk.flatMap(numbered);
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
 * Returns the resources in one line: the entries of a bundle, the members of an array, or a single resource.
 * Entries and members are numbered from `first`.
 * A single resource has the number of its line, or `first` if that is greater.
 */
function entriesOf(line: NumberedLine, first: number): readonly FhirEntry[] {
  const row = Math.max(line.line, first);
  if ("problem" in line) return [{ row, problem: line.problem }];
  if (!isBundle(line.value) && !Array.isArray(line.value)) return [entryOf(row, line.value)];
  const entries = [line.value].flat().flatMap((one) => (isBundle(one) ? listAt(one, "entry") : [one]));
  return entries.map((entry, index) => entryOf(first + index, entry));
}

/** Converts a JSON value, either a resource or a bundle entry, to an entry. */
function entryOf(row: number, value: unknown): FhirEntry {
  if (textAt(value, "resourceType") !== undefined) return { row, resource: value };
  const resource = valueAt(value, "resource");
  return { row, resource, fullUrl: textAt(value, "fullUrl"), mode: textAt(value, "search", "mode") };
}

const incomplete = () =>
  invalid(
    "file_incomplete",
    "the FHIR bundle links to a next page: put all pages into one file, one bundle per line; nothing was stored",
  );

const cutShort = () => invalid("file_unreadable", "cannot read the file: the JSON is incomplete");
