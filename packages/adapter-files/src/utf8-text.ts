import { isUtf8 } from "node:buffer";
import { invalid } from "@repute/domain";
import { looksLikeMacRoman } from "./mac-roman.js";
import type { Notice } from "./notices.js";
import { otherFormat } from "./other-format.js";
import { fromWindows1252 } from "./windows-1252.js";

const [lineFeed, carriageReturn] = [0x0a, 0x0d];
const maxLineLength = 1_048_576;

/**
 * Converts a text file to UTF-8 and yields whole lines.
 * Decodes lines that are not valid UTF-8 as Windows-1252.
 * `notice` receives a warning if a line looks like Mac Roman.
 * Throws `file_unreadable` if the file is not text.
 */
export async function* utf8Text(pieces: AsyncIterable<Buffer>, notice: Notice): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const piece of pieces) {
    refuseOtherThanText(piece, isFirst);
    isFirst = false;
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = endOfLines(bytes);
    if (end > 0) yield asUtf8(bytes.subarray(0, end), notice);
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield asUtf8(rest, notice);
}

/**
 * Returns the end of the last complete line.
 * A carriage return at the very end does not count, because it may be half of a line end.
 * A line over 1 MB is split at any position.
 */
function endOfLines(bytes: Buffer): number {
  const end = Math.max(bytes.lastIndexOf(lineFeed), bytes.subarray(0, -1).lastIndexOf(carriageReturn)) + 1;
  return end === 0 && bytes.length > maxLineLength ? bytes.length : end;
}

const asUtf8 = (bytes: Buffer, notice: Notice): Buffer =>
  isUtf8(bytes)
    ? bytes
    : Buffer.concat([...linesOf(bytes)].map((line) => (isUtf8(line) ? line : recoded(line, notice))));

function recoded(line: Buffer, notice: Notice): Buffer {
  if (looksLikeMacRoman(line)) notice(macRoman);
  return Buffer.from(fromWindows1252(line));
}

const macRoman =
  "the file looks like Mac Roman and was read as Windows-1252: check accented letters, or save the file as UTF-8";

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(lineFeed, start) + 1 || bytes.length;
    yield bytes.subarray(start, end);
    start = end;
  }
}

function refuseOtherThanText(piece: Buffer, isFirst: boolean): void {
  const format = isFirst ? otherFormat(piece) : undefined;
  if (format !== undefined) throw unreadable(`it is ${format}; save it as UTF-8 text and try again`);
  if (piece.includes(0)) throw unreadable("it is not a text file");
}

const unreadable = (reason: string) => invalid("file_unreadable", `cannot read the file: ${reason}`);
