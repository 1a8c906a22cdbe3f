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

/** The resources of a file: one a line, or those of a bundle, or of an array; some at a time. */
export async function* fhirEntries(handle: FileHandle): AsyncGenerator<readonly FhirEntry[]> {
  const lines = (await hasOneALine(handle)) ? jsonLines(handle) : elements(handle);
  for await (const chunk of lines) yield chunk.flatMap(entriesOf);
}

async function hasOneALine(handle: FileHandle): Promise<boolean> {
  for await (const [first] of jsonLines(handle)) return first !== undefined && "value" in first;
  return false;
}

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
  const isBundle = textAt(line.value, "resourceType") === "Bundle";
  if (!isBundle && !Array.isArray(line.value)) return [entryOf(row, line.value)];
  return listAt(line.value, ...(isBundle ? ["entry"] : [])).map((entry) => entryOf(row, entry));
}

/** A resource of its own, or what a bundle has around one. */
function entryOf(row: number, value: unknown): FhirEntry {
  if (textAt(value, "resourceType") !== undefined) return { row, resource: value };
  const resource = valueAt(value, "resource");
  return { row, resource, fullUrl: textAt(value, "fullUrl"), mode: textAt(value, "search", "mode") };
}

const cutShort = () => invalid("file_unreadable", "cannot read the file: the JSON is incomplete");
