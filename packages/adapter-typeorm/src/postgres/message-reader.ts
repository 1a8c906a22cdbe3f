/** What to do with the messages of a server, each one whole. */
export type MessageHandlers = {
  /** A row of one column: its value lies between two positions of a buffer. */
  row(buffer: Buffer, start: number, end: number): void;
  /** Any other message, with its header. */
  other(message: Buffer): void;
  /** Bytes in which nobody looks any more, unless one of the others kept them; at most once for the memory they lie in. */
  spent?(bytes: Buffer): void;
};

const dataRow = 0x44;
/** Kind (1) and length (4) of a message. */
const header = 5;
/** The same, number of columns (2) and length of the column (4). */
const rowHeader = header + 6;

/** Cuts what comes over a connection into messages. No row becomes an object: a list has hundreds of thousands. */
export function messageReader({ row, other, spent = () => {} }: MessageHandlers): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = header;
  // Whether somebody else was given a part of the first piece.
  let isShared = false;

  /** All pieces as one. */
  function joined(): Buffer {
    const [first, ...others] = pieces as [Buffer, ...Buffer[]];
    if (others.length === 0) return first;
    const all = Buffer.concat(pieces, held);
    for (const piece of isShared ? others : pieces) spent(piece);
    isShared = false;
    return all;
  }

  return (chunk) => {
    pieces.push(chunk);
    held += chunk.length;
    if (held < wanted) return;
    const buffer = joined();
    let start = 0;
    wanted = header;
    while (start + header <= held) {
      const length = 1 + buffer.readUInt32BE(start + 1);
      wanted = length;
      if (start + length > held) break;
      if (buffer[start] === dataRow) row(buffer, start + rowHeader, start + length);
      else {
        isShared = true;
        other(buffer.subarray(start, start + length));
      }
      start += length;
      wanted = header;
    }
    held -= start;
    if (held > 0) return void (pieces = [buffer.subarray(start)]);
    pieces = [];
    if (!isShared) spent(buffer);
    isShared = false;
  };
}
