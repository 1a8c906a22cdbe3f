import type { FileHandle } from "node:fs/promises";
import { Readable, pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { invalid } from "@repute/domain";
import { fromUtf16 } from "./utf16.js";

// Small, so that what is done with a piece never holds the event loop for long.
const pieceBytes = 65_536;

/** A file from its beginning, unpacked if gzip has packed it. Text in UTF-16 comes as UTF-8. */
export const pieces = (handle: FileHandle): AsyncGenerator<Buffer> => fromUtf16(rawPieces(handle));

/**
 * The bytes of a file from its beginning, unpacked if gzip has packed it. Each piece has memory of its own, because what
 * begins in one may end in the next.
 */
export async function* rawPieces(handle: FileHandle): AsyncGenerator<Buffer> {
  yield* (await isPacked(handle)) ? unpacked(handle) : stored(handle);
}

async function* stored(handle: FileHandle): AsyncGenerator<Buffer> {
  let position = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const gzipMark = Buffer.from([0x1f, 0x8b]);

/** RFC 1952: no text begins with these two bytes. */
async function isPacked(handle: FileHandle): Promise<boolean> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(gzipMark.length), 0, gzipMark.length, 0);
  return buffer.subarray(0, bytesRead).equals(gzipMark);
}

async function* unpacked(handle: FileHandle): AsyncGenerator<Buffer> {
  const gunzip = pipeline(Readable.from(stored(handle)), createGunzip({ chunkSize: pieceBytes }), () => {});
  let size = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > longestUnpacked)
        throw invalid("file_unreadable", "cannot read the file: its uncompressed size exceeds 1 GB");
      yield piece;
    }
  } catch (error) {
    throw isGzipFault(error)
      ? invalid("file_unreadable", "cannot read the file: its gzip data is damaged or incomplete")
      : error;
  } finally {
    gunzip.destroy();
  }
}

/** Maximum size in bytes of what a gzip file unpacks to. */
const longestUnpacked = 1_073_741_824;

/** The decompressor's errors begin with `Z_`. */
const isGzipFault = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && String(error.code).startsWith("Z_");

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** What begins a file, without the byte order mark that may stand there. */
export const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes;
