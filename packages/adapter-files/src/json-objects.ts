import type { FileHandle } from "node:fs/promises";
import { faultOfJson, invalid, isJsonObject, type JsonObject } from "@repute/domain";
import { beginningOf, pieces, withoutMark } from "./input-file.js";
import { duplicateKey, jsonLines, type NumberedLine } from "./ndjson.js";

/** Object of a JSON file, or the reason why it is unreadable. */
export type ObjectRow = { readonly row: number } & ({ readonly object: JsonObject } | { readonly problem: string });

/** Detects JSON by its first character, which is a bracket. Headings of a table never begin with a bracket. */
export const isJson = async (handle: FileHandle): Promise<boolean> => /^[{[]/.test(await beginningOf(handle));

const chunkRows = 1_000;
const maxDocumentLength = 64 * 1_048_576;
/** Maximum number of values in a JSON document, to limit the memory for the parsed document. */
const maxValues = 5_000_000;
const [comma, openBrace, openBracket] = Buffer.from(",{[");

/**
 * Reads the objects of a JSON document, or of a file with one object per line, in chunks.
 *
 * `itemsOf` returns the objects of a document, or of a line that is a page of an API's list. Objects are numbered by
 * their position in the document, or by line.
 */
export async function* objectRows(
  handle: FileHandle,
  itemsOf: (document: unknown) => readonly unknown[],
): AsyncGenerator<readonly ObjectRow[]> {
  const document = await wholeDocument(handle);
  if (!document) return yield* rowsOfLines(handle, itemsOf);
  const items = itemsOf(document.value);
  for (let start = 0; start < items.length; start += chunkRows) {
    yield items.slice(start, start + chunkRows).map((item, index) => objectRow(start + index + 1, item));
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
  const document = parsed(Buffer.concat(bytes));
  if (document && faultOfJson(document.text, document.value) === "duplicate") {
    throw invalid("file_unreadable", `cannot read the file: it has ${duplicateKey(document.text)}`);
  }
  return document;
}

function parsed(bytes: Buffer): { readonly text: string; readonly value: unknown } | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(withoutMark(bytes));
    return { text, value: JSON.parse(text) as unknown };
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

async function* rowsOfLines(
  handle: FileHandle,
  itemsOf: (document: unknown) => readonly unknown[],
): AsyncGenerator<readonly ObjectRow[]> {
  let isFirst = true;
  for await (const lines of jsonLines(handle)) {
    if (isFirst && !isObjectLine(lines[0])) throw notJson();
    isFirst = false;
    yield lines.flatMap((one) => {
      if ("problem" in one) return [{ row: one.line, problem: one.problem }];
      const items = isJsonObject(one.value) ? itemsOf(one.value) : [one.value];
      return items.map((item) => objectRow(one.line, item));
    });
  }
}

const isObjectLine = (line: NumberedLine | undefined): boolean =>
  line !== undefined && "value" in line && isJsonObject(line.value);

const objectRow = (row: number, value: unknown): ObjectRow =>
  isJsonObject(value) ? { row, object: value } : { row, problem: "is not a JSON object" };

const notJson = () =>
  invalid(
    "file_unreadable",
    "cannot read the file: it must be one JSON document (at most 64 MB and 5,000,000 values) or have one JSON object per line",
  );
