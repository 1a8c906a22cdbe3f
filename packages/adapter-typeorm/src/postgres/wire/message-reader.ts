/** Handlers for complete messages from the server. */
export type MessageHandlers = {
  /**
   * Handles a row with one column. `start` and `end` are the positions of the value in the buffer.
   * If `isApart` is true, the buffer contains no other message.
   */
  row(buffer: Buffer, start: number, end: number, isApart: boolean): void;
  /** Handles a message that is not a row. `message` includes the message's header. */
  other(message: Buffer): void;
  /** Called after a chunk was processed. Not called if `other` received parts of the chunk and may still use them. */
  spent(chunk: Buffer): void;
};

const dataRow = 0x44;
/** Length of a message header in bytes: type (1) and length (4). */
const header = 5;
/** Length of a row header in bytes: message header, number of columns (2) and length of the column (4). */
const rowHeader = header + 6;

const lengthOf = (buffer: Buffer, start: number): number => 1 + buffer.readUInt32BE(start + 1);

/**
 * Returns a function that splits chunks into messages.
 * Rows are not converted to objects, because a list may have hundreds of thousands of rows.
 */
export function messageReader({ row, other, spent }: MessageHandlers): (chunk: Buffer) => void {
  // Message that began in an earlier chunk, of which `filled` bytes have been received.
  // Until the message length is known, the buffer has only the size of a message header.
  let begun: Buffer | undefined;
  let filled = 0;
  let isShared = false;

  function handOver(buffer: Buffer, start: number, end: number): void {
    const isApart = buffer === begun;
    if (buffer[start] === dataRow) return row(buffer, start + rowHeader, end, isApart);
    isShared ||= !isApart;
    other(buffer.subarray(start, end));
  }

  /**
   * Reads a message, or stores its beginning if the message is incomplete. Returns the position of the next message.
   */
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

  /** Completes a partial message. Returns the position of the next message. */
  function complete(message: Buffer, chunk: Buffer): number {
    const copied = chunk.copy(message, filled);
    filled += copied;
    if (filled < message.length) return copied;
    const length = lengthOf(message, 0);
    if (length > filled) {
      begun = Buffer.allocUnsafeSlow(length);
      message.copy(begun);
      return copied + complete(begun, chunk.subarray(copied));
    }
    handOver(message, 0, length);
    begun = undefined;
    return copied;
  }

  return (chunk) => {
    isShared = false;
    let start = begun ? complete(begun, chunk) : 0;
    while (start < chunk.length) start = take(chunk, start);
    if (!isShared) spent(chunk);
  };
}
