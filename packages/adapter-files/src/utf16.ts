import { TextDecoder } from "node:util";
import { invalid } from "@repute/domain";

const searchedBytes = 4_096;
const mostExceptions = 0.1;

/** Decodes pieces in UTF-16 to UTF-8; other pieces stay as they are. */
export async function* fromUtf16(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const piece of pieces) {
    const encoding = isFirst ? utf16Of(piece) : undefined;
    if (encoding) decoder = new TextDecoder(encoding, { fatal: true });
    isFirst = false;
    yield decoder ? decoded(decoder, piece) : piece;
  }
  if (decoder) yield decoded(decoder);
}

/** Told by the byte order mark, or because every other byte of the beginning is NUL, except for a few characters. */
function utf16Of(piece: Buffer): "utf-16le" | "utf-16be" | undefined {
  const mark = piece.toString("hex", 0, 2);
  if (mark === "fffe") return "utf-16le";
  if (mark === "feff") return "utf-16be";
  const units = Math.floor(Math.min(piece.length, searchedBytes) / 2);
  const nulls = [0, 0];
  for (let index = 0; index < units * 2; index += 1) if (piece[index] === 0) nulls[index % 2]! += 1;
  const [even = 0, odd = 0] = nulls;
  const most = Math.max(even, odd);
  if (units < 2 || Math.min(even, odd) > 0 || most < units * (1 - mostExceptions)) return undefined;
  return odd > 0 ? "utf-16le" : "utf-16be";
}

function decoded(decoder: TextDecoder, piece?: Buffer): Buffer {
  try {
    return Buffer.from(piece ? decoder.decode(piece, { stream: true }) : decoder.decode());
  } catch {
    throw invalid("file_unreadable", "cannot read the file: its UTF-16 is damaged or cut short");
  }
}
