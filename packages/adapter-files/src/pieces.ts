import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { invalid } from "@repute/domain";
import { fromUtf16 } from "./utf16.js";

// Limit the chunk size so that processing one chunk does not block the event loop for long.
const pieceBytes = 65_536;

/** Reads a file in chunks from the beginning. Decompresses gzip and converts UTF-16 to UTF-8. */
export const pieces = (handle: FileHandle): AsyncGenerator<Buffer> => fromUtf16(rawPieces(handle));

/**
 * Reads a file in chunks from the beginning and decompresses gzip.
 * Buffers are never reused, because callers retain parts of them.
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

/** Detects gzip by its first two bytes (RFC 1952). No text begins with these bytes. */
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
      if (size > maxUnpacked)
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

/** Maximum uncompressed size of a gzip file in bytes. */
const maxUnpacked = 1_073_741_824;

/** True if an error comes from zlib, whose error codes begin with `Z_`. */
const isGzipFault = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && String(error.code).startsWith("Z_");

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Removes a byte order mark from the beginning of a file. */
export const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes;
