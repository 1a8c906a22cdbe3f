/** What to do with the messages of a server, each one whole. */
export type MessageHandlers = {
  /** A row of one column: its value lies between two positions of a buffer, which may be memory of its own and not a chunk. */
  row(buffer: Buffer, start: number, end: number, isApart: boolean): void;
  /** Any other message, with its header. */
  other(message: Buffer): void;
  /** A chunk of which nobody was given a part, but for rows that lie in it. */
  spent(chunk: Buffer): void;
};

const dataRow = 0x44;
/** Kind (1) and length (4) of a message. */
const header = 5;
/** The same, number of columns (2) and length of the column (4). */
const rowHeader = header + 6;

const lengthOf = (buffer: Buffer, start: number): number => 1 + buffer.readUInt32BE(start + 1);

/** Cuts what comes over a connection into messages. No row becomes an object: a list has hundreds of thousands. */
export function messageReader({ row, other, spent }: MessageHandlers): (chunk: Buffer) => void {
  // A message that began in an earlier chunk, at first its header alone; and how much of it is there.
  let begun: Buffer | undefined;
  let filled = 0;
  let isShared = false;

  function handOver(buffer: Buffer, start: number, end: number): void {
    const isApart = buffer === begun;
    if (buffer[start] === dataRow) return row(buffer, start + rowHeader, end, isApart);
    isShared ||= !isApart;
    other(buffer.subarray(start, end));
  }

  /** Takes a message from a chunk, or begins it; returns where the next one starts. */
  function take(chunk: Buffer, start: number): number {
    const left = chunk.length - start;
    const length = left < header ? header : lengthOf(chunk, start);
    if (length <= left) {
      handOver(chunk, start, start + length);
      return start + length;
    }
    begun = Buffer.allocUnsafeSlow(length);
    filled = chunk.copy(begun, 0, start);
    return chunk.length;
  }

  /** Takes what a message lacks; returns where the next one starts. */
  function complete(message: Buffer, chunk: Buffer): number {
    const taken = chunk.copy(message, filled);
    filled += taken;
    if (filled < message.length) return taken;
    const length = lengthOf(message, 0);
    if (length > filled) {
      begun = Buffer.allocUnsafeSlow(length);
      message.copy(begun);
      return taken + complete(begun, chunk.subarray(taken));
    }
    handOver(message, 0, length);
    begun = undefined;
    return taken;
  }

  return (chunk) => {
    isShared = false;
    let start = begun ? complete(begun, chunk) : 0;
    while (start < chunk.length) start = take(chunk, start);
    if (!isShared) spent(chunk);
  };
}
