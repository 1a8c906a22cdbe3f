import { TextDecoder } from "node:util";
import { invalid } from "@repute/domain";

const searchedBytes = 4_096;
const maxExceptions = 0.1;

/** Converts chunks of UTF-16 to UTF-8. Yields other chunks unchanged. Throws `file_unreadable` for invalid UTF-16. */
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

/** Detects UTF-16 by its byte order mark, or by NUL in at least 90 % of the even or odd bytes of the first chunk. */
function utf16Of(piece: Buffer): "utf-16le" | "utf-16be" | undefined {
  const mark = piece.toString("hex", 0, 2);
  if (mark === "fffe") return "utf-16le";
  if (mark === "feff") return "utf-16be";
  const searched = piece.subarray(0, Math.min(piece.length, searchedBytes) & ~1);
  const [even, odd] = [0, 1].map((start) => searched.filter((byte, index) => index % 2 === start && byte === 0).length);
  const fewest = Math.max(2, (searched.length / 2) * (1 - maxExceptions));
  if (even === 0 && Number(odd) >= fewest) return "utf-16le";
  return odd === 0 && Number(even) >= fewest ? "utf-16be" : undefined;
}

function decoded(decoder: TextDecoder, piece?: Buffer): Buffer {
  try {
    return Buffer.from(piece ? decoder.decode(piece, { stream: true }) : decoder.decode());
  } catch {
    throw invalid("file_unreadable", "cannot read the file: its UTF-16 is damaged or cut short");
  }
}
