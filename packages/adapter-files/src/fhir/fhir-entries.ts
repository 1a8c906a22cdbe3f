import type { FileHandle } from "node:fs/promises";
import { invalid } from "@repute/domain";
import { readJsonLine } from "../json-line.js";
import type { NumberedLine } from "../json-lines.js";
import { jsonLines } from "../json-lines.js";
import { pieces } from "../pieces.js";
import { elementCutter } from "./json-elements.js";
import { listAt, textAt, valueAt } from "./json-values.js";

/** A resource of a file with its place, from 1, and what a bundle says of it; or what is wrong there. */
export type FhirEntry = { readonly row: number } & (
  | { readonly resource: unknown; readonly fullUrl?: string | undefined; readonly mode?: string | undefined }
  | { readonly problem: string }
);

const longestEntry = 1_048_576;

/**
 * The resources of a file: one a line, or those of a bundle, or of an array; some at a time. Pages of a search may stand
 * in it as bundles; throws `file_incomplete` at the end if the last of them links to a next page.
 */
export async function* fhirEntries(handle: FileHandle): AsyncGenerator<readonly FhirEntry[]> {
  const lines = (await hasOneALine(handle)) ? jsonLines(handle) : elements(handle);
  let hasNext = false;
  for await (const chunk of lines) {
    for (const line of chunk)
      if ("value" in line && isBundle(line.value)) hasNext = listAt(line.value, "link").some(isNext);
    yield chunk.flatMap(entriesOf);
  }
  if (hasNext) throw incomplete();
}

const isBundle = (value: unknown): boolean => textAt(value, "resourceType") === "Bundle";

async function hasOneALine(handle: FileHandle): Promise<boolean> {
  for await (const [first] of jsonLines(handle)) return first !== undefined && "value" in first;
  return false;
}

/** Throws `file_incomplete` for a bundle over several lines that links to a next page. */
export async function refuseIncomplete(handle: FileHandle): Promise<void> {
  if (await hasOneALine(handle)) return;
  const cutter = elementCutter("link", longestEntry);
  for await (const piece of pieces(handle)) {
    for (const { bytes } of cutter.cut(piece)) {
      const read = bytes && readJsonLine(bytes);
      if (read && "value" in read && isNext(read.value)) throw incomplete();
    }
  }
}

const isNext = (link: unknown): boolean => textAt(link, "relation") === "next";

async function* elements(handle: FileHandle): AsyncGenerator<readonly NumberedLine[]> {
  const cutter = elementCutter("entry", longestEntry);
  for await (const piece of pieces(handle)) {
    yield [...cutter.cut(piece)].map(({ line, bytes }) => {
      const read = bytes && readJsonLine(bytes);
      return { line, ...(read ?? { problem: "is longer than 1 MB" }) };
    });
  }
  if (!cutter.isWhole()) throw cutShort();
}

/** A bundle or an array that stands on a line of its own counts for what is in it. */
function entriesOf(line: NumberedLine): readonly FhirEntry[] {
  const row = line.line;
  if ("problem" in line) return [{ row, problem: line.problem }];
  const isOne = isBundle(line.value);
  if (!isOne && !Array.isArray(line.value)) return [entryOf(row, line.value)];
  return listAt(line.value, ...(isOne ? ["entry"] : [])).map((entry) => entryOf(row, entry));
}

/** A resource of its own, or what a bundle has around one. */
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
