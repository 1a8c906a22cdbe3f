import type { FileHandle } from "node:fs/promises";
import { type CallRow, invalid, isJsonObject } from "@repute/domain";
import { jsonLines, type NumberedLine } from "./json-lines.js";
import { pieces, withoutMark } from "./pieces.js";

const maxDocumentLength = 64 * 1_048_576;
/** Maximum number of values in a JSON document, to limit the memory for the parsed document. */
const maxValues = 5_000_000;
const [comma, openBrace, openBracket] = Buffer.from(",{[");
const chunkRows = 1_000;

/**
 * Reads the objects of a JSON document, or of a file with one object per line, in chunks.
 * Rows are numbered by their position in the document or by line.
 */
export async function* jsonRows(handle: FileHandle): AsyncGenerator<readonly CallRow[]> {
  const document = await wholeDocument(handle);
  if (!document) return yield* rowsOfLines(handle);
  const items = itemsOf(document.value);
  for (let start = 0; start < items.length; start += chunkRows) {
    yield items.slice(start, start + chunkRows).map((item, index) => rowOf(start + index + 1, item));
  }
}

/** Parses the file as one JSON document. Returns `undefined` if the file is too large or is not one document. */
async function wholeDocument(handle: FileHandle): Promise<{ readonly value: unknown } | undefined> {
  const bytes: Buffer[] = [];
  let [size, values] = [0, 0];
  for await (const piece of pieces(handle)) {
    size += piece.length;
    values += valuesIn(piece);
    if (size > maxDocumentLength || values > maxValues) return undefined;
    bytes.push(piece);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(withoutMark(Buffer.concat(bytes)));
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Estimates the number of JSON values by counting commas and opening brackets, even those in strings. */
function valuesIn(piece: Buffer): number {
  let count = 0;
  for (const byte of piece) if (byte === comma || byte === openBrace || byte === openBracket) count += 1;
  return count;
}

/** Returns the calls of a JSON document: a plain array, the array `calls` of an API response, or a single call. */
function itemsOf(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document;
  const { calls } = document as { readonly calls?: unknown };
  return Array.isArray(calls) ? calls : [document];
}

async function* rowsOfLines(handle: FileHandle): AsyncGenerator<readonly CallRow[]> {
  let isFirst = true;
  for await (const lines of jsonLines(handle)) {
    if (isFirst && !isObjectLine(lines[0])) throw notJson();
    isFirst = false;
    yield lines.map((line) =>
      "problem" in line ? { row: line.line, problem: line.problem } : rowOf(line.line, line.value),
    );
  }
}

const isObjectLine = (line: NumberedLine | undefined): boolean =>
  line !== undefined && "value" in line && isJsonObject(line.value);

function rowOf(row: number, value: unknown): CallRow {
  return isJsonObject(value) ? { row, form: "json", cells: value } : { row, problem: "is not a JSON object" };
}

const notJson = () =>
  invalid(
    "file_unreadable",
    "cannot read the file: it must be one JSON document (at most 64 MB and 5,000,000 values) or have one JSON object per line",
  );
