/** Bytes of one line without its line feed, or `undefined` if the line is too long. */
export type ByteLine = { readonly line: number; readonly bytes: Buffer | undefined };

const lineFeed = 0x0a;

/** Splits chunks of bytes into lines, buffering at most `longest` bytes per line. */
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
    /** Yields the lines whose end is in the chunk `piece`. */
    *cut(piece: Buffer): Generator<ByteLine> {
      let start = 0;
      for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
        keep(piece.subarray(start, end));
        yield finish();
        start = end + 1;
      }
      if (start < piece.length) keep(piece.subarray(start));
    },
    /** Yields the last line if it does not end with a line feed. */
    *end(): Generator<ByteLine> {
      if (length > 0) yield finish();
    },
  };
}

/** Joins the parts of a line. Does not copy a line that has only one part. */
const joined = ([first, ...more]: readonly Buffer[]): Buffer =>
  first && more.length === 0 ? first : Buffer.concat(first ? [first, ...more] : []);
