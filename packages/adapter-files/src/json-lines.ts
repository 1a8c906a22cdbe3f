import type { FileHandle } from "node:fs/promises";
import { type JsonLine, readJsonLine } from "./json-line.js";
import { type ByteLine, lineCutter } from "./line-cutter.js";
import { pieces, withoutMark } from "./pieces.js";

/** A line of JSON with its number in the file, starting at 1. */
export type NumberedLine = { readonly line: number } & JsonLine;

const megabyte = 1_048_576;
const maxLineLength = megabyte;

// A chunk ends at whichever limit is reached first, so that long lines do not accumulate in memory.
const chunkLines = 1_000;
const chunkBytes = 4 * megabyte;

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
