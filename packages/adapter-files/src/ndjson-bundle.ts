import type { FileHandle } from "node:fs/promises";
import type { BundleLine, BundleSource } from "@repute/domain";
import { invalid } from "@repute/domain";
import type { FileState } from "./bundle-file.js";
import { openFile, stateOf } from "./bundle-file.js";
import { readJsonLine } from "./json-line.js";
import type { ByteLine } from "./line-cutter.js";
import { lineCutter } from "./line-cutter.js";

const megabyte = 1_048_576;
const longestLine = megabyte;
const pieceBytes = megabyte / 4;

// A chunk ends at whichever comes first, so that long lines do not pile up in memory.
const chunkLines = 1_000;
const chunkBytes = 4 * megabyte;

/**
 * An account bundle in a file, one JSON object a line, in UTF-8 with or without a byte order mark. It is read in
 * pieces, from the beginning each time; a file that changed since it was first read is `bundle_changed`.
 */
export function ndjsonBundle(file: string | FileHandle): BundleSource {
  let first: FileState | undefined;
  return {
    async *read() {
      const handle = typeof file === "string" ? await openFile(file) : file;
      try {
        first ??= await stateOf(handle);
        yield* chunks(handle);
        if ((await stateOf(handle)) !== first) throw changed();
      } finally {
        if (typeof file === "string") await handle.close();
      }
    },
  };
}

async function* chunks(handle: FileHandle): AsyncGenerator<readonly BundleLine[]> {
  let chunk: BundleLine[] = [];
  let bytes = 0;
  for await (const lines of cutPieces(handle)) {
    for (const line of lines) {
      const read = bundleLine(line);
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
  const cutter = lineCutter(longestLine);
  for await (const piece of pieces(handle)) yield cutter.cut(piece);
  yield cutter.end();
}

/** Each piece has memory of its own, because the beginning of a line waits there for its end. */
async function* pieces(handle: FileHandle): AsyncGenerator<Buffer> {
  let position = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function bundleLine({ line, bytes }: ByteLine): BundleLine | undefined {
  if (!bytes) return { line, problem: "is longer than 1 MB" };
  const read = readJsonLine(line === 1 ? withoutMark(bytes) : bytes);
  return read && { line, ...read };
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes;

const changed = () =>
  invalid("bundle_changed", "the bundle was changed while it was being read; nothing of it was stored");
