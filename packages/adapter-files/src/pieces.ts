import type { FileHandle } from "node:fs/promises";

const pieceBytes = 262_144;

/** A file from its beginning. Each piece has memory of its own, because what begins in one may end in the next. */
export async function* pieces(handle: FileHandle): AsyncGenerator<Buffer> {
  let position = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** What begins a file, without the byte order mark that may stand there. */
export const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes;
