/** The bytes of one line without its line feed; `undefined` for a line that is longer than allowed. */
export type ByteLine = { readonly line: number; readonly bytes: Buffer | undefined };

const lineFeed = 0x0a;

/** Cuts bytes that arrive in pieces into lines, keeping no more of a line than `longest` bytes. */
export function lineCutter(longest: number) {
  let line = 0;
  let parts: Buffer[] = [];
  let length = 0;

  function keep(part: Buffer): void {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  }

  function finish(): ByteLine {
    const bytes = length > longest ? undefined : joined(parts);
    line += 1;
    parts = [];
    length = 0;
    return { line, bytes };
  }

  return {
    /** The lines that end in `piece`. */
    *cut(piece: Buffer): Generator<ByteLine> {
      let start = 0;
      for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
        keep(piece.subarray(start, end));
        yield finish();
        start = end + 1;
      }
      if (start < piece.length) keep(piece.subarray(start));
    },
    /** The last line, when no line feed ends it. */
    *end(): Generator<ByteLine> {
      if (length > 0) yield finish();
    },
  };
}

/** A line usually lies within one piece, which then needs no copy. */
const joined = ([first, ...more]: readonly Buffer[]): Buffer =>
  first && more.length === 0 ? first : Buffer.concat(first ? [first, ...more] : []);
