import type { Duplex } from "node:stream";
import type { ClientBase, Connection, Submittable } from "pg";
import { freeBuffers } from "../lists/free-buffers.js";

/** SQL statement with its values as strings. */
export type ListStatement = {
  readonly text: string;
  readonly values: readonly string[];
  /** True if each connection should prepare the statement only once, because its generic plan is fast. */
  readonly isOften?: boolean;
  /** True if the statement returns few rows, so that all rows are fetched at once. */
  readonly isShort?: boolean;
};

/** Running statement that returns its rows in portions, with backpressure. */
type ListPortal = {
  /** Returns the next rows, or undefined after the last row. */
  next(): Promise<(Joined & { readonly isLast: boolean }) | undefined>;
  /** Discards the remaining rows, and waits until the connection is ready for other statements. */
  end(): Promise<void>;
};

/** Number of rows in the first portion. A small first portion sends the first byte early. */
const firstRows = 250;

const allRows = 0;

const readyForQuery = 0x5a;

const maxPortionRows = 4_000;

const portionBytes = 1_000_000;

/** Maximum number of buffered bytes. Above this number, the socket is paused. */
const maxReadyBytes = 2_000_000;

/**
 * Runs a statement and reads its row messages directly from the socket.
 * The driver would spend most of the time on converting rows to objects. The driver receives all other messages.
 * Rows are joined with `separator`, or returned one by one if it is undefined.
 */
export function listPortal(
  client: ClientBase,
  { text, values, isOften, isShort }: ListStatement,
  separator?: string,
): ListPortal {
  const ready: Joined[] = [];
  let connection: Connection | undefined;
  let state: "open" | "ending" | "ended" = "open";
  let failure: unknown;
  let rows = isShort ? allRows : firstRows;
  let rowsSeen = 0;
  let bytesSeen = 0;
  let bytesReady = 0;
  let isRequestDue = false;
  /** Number of Sync messages that the server has not answered yet. Each request for rows sends one. */
  let syncs = 0;
  let wake = () => {};

  const take = (joined: Joined) => {
    if (state !== "open") return;
    rowsSeen += joined.count;
    bytesSeen += joined.json.length;
    ready.push(joined);
    bytesReady += joined.json.length;
    if (bytesReady > maxReadyBytes) connection?.stream.pause();
    wake();
  };
  const joiner = separator === undefined ? rowByRow(take) : rowJoiner(separator, take);
  const tap = tapOf({ row: joiner.add, spent: freeBuffers, isForDriver });

  function takeReady(): Joined | undefined {
    const joined = ready.shift();
    if (joined) bytesReady -= joined.json.length;
    connection?.stream.resume();
    return joined;
  }

  function ask(): void {
    connection?.stream.cork();
    connection?.execute({ portal: "", rows: String(rows) }, true);
    // Send Sync now to save a round trip after the last row. The portal stays open, because a transaction is open.
    sync();
    connection?.stream.uncork();
  }

  function sync(): void {
    syncs += 1;
    connection?.sync();
  }

  /**
   * Returns true if a message should be passed to the driver.
   * The driver gets ReadyForQuery only after the last portion.
   */
  function isForDriver(message: Buffer): boolean {
    if (message[0] !== readyForQuery) return true;
    syncs -= 1;
    return syncs === 0 && state !== "open";
  }

  function finish(error?: unknown): void {
    failure ??= error;
    if (connection) tap.remove(connection.stream);
    state = "ended";
    wake();
  }

  const name = isOften ? nameOf(text) : "";
  const query: Submittable & Record<string, unknown> = {
    name,
    text,
    submit(to: Connection) {
      connection = to;
      tap.insert(to.stream);
      // Send all messages in one packet, because the server process wakes up for each packet.
      to.stream.cork();
      if (name === "" || !isPreparedOn(to, name)) to.parse({ name, text, types: [] }, true);
      to.bind({ portal: "", statement: name, values, binary: true } as never, true);
      ask();
      to.stream.uncork();
    },
    handlePortalSuspended() {
      joiner.cut();
      isRequestDue = true;
      wake();
    },
    handleCommandComplete() {
      joiner.cut();
      state = state === "open" ? "ending" : state;
      wake();
    },
    handleReadyForQuery: () => finish(),
    handleError: (error: unknown) => finish(error),
  };
  client.query(query);

  return {
    async next() {
      for (;;) {
        const joined = takeReady();
        if (isRequestDue && state === "open") {
          // Request the next portion now, so that it arrives while the caller sends the current portion.
          rows = Math.max(1, Math.min(maxPortionRows, Math.floor((rowsSeen * portionBytes) / Math.max(bytesSeen, 1))));
          isRequestDue = false;
          ask();
        }
        const isComplete = state !== "open" && failure === undefined;
        if (joined) return { ...joined, isLast: isComplete && ready.length === 0 };
        if (failure !== undefined) throw failure;
        if (state !== "open") return undefined;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    async end() {
      ready.length = 0;
      connection?.stream.resume();
      if (state === "open") {
        state = "ending";
        if (syncs === 0) sync();
      }
      while (state === "ending") await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

type Tap = Omit<MessageHandlers, "other"> & { isForDriver(message: Buffer): boolean };

/** Intercepts the messages that a socket delivers to its driver. */
function tapOf({ isForDriver, ...handlers }: Tap) {
  let own: ((chunk: Buffer) => void) | undefined;
  let drivers: ((chunk: Buffer) => void)[] = [];
  return {
    insert(stream: Duplex): void {
      drivers = stream.listeners("data") as typeof drivers;
      const other = (message: Buffer) => {
        if (isForDriver(message)) drivers.forEach((driver) => driver(message));
      };
      own = messageReader({ ...handlers, other });
      stream.on("data", own);
      for (const driver of drivers) stream.off("data", driver);
    },
    remove(stream: Duplex): void {
      if (!own) return;
      for (const driver of drivers) stream.on("data", driver);
      stream.off("data", own);
      own = undefined;
    },
  };
}

/** Handlers for complete messages from the server. */
type MessageHandlers = {
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

/** Rows joined with a separator. */
export type Joined = { readonly count: number; readonly json: Buffer };

const firstJoinedBytes = 262_144;

const maxJoinedBytes = 1_048_576;

type Emit = (joined: Joined) => void;

/** Emits each row separately. Each emitted buffer contains only one row. */
export const rowByRow = (emit: Emit) => ({
  cut: () => {},
  add(buffer: Buffer, start: number, end: number, isApart: boolean): void {
    emit({ count: 1, json: isApart ? buffer.subarray(start, end) : copyOf(buffer, start, end) });
  },
});

function copyOf(buffer: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(end - start);
  buffer.copy(copy, 0, start, end);
  return copy;
}

/** Joins the bytes of rows with a separator, up to one megabyte per emitted buffer. A single row may be longer. */
export function rowJoiner(separator: string, emit: Emit) {
  const between = separator.charCodeAt(0);
  let size = firstJoinedBytes;
  let target = Buffer.allocUnsafe(0);
  let used = 0;
  let count = 0;

  function cut(): void {
    if (count === 0) return;
    const joined = { count, json: target.subarray(0, used) };
    target = Buffer.allocUnsafe(0);
    used = 0;
    count = 0;
    size = maxJoinedBytes;
    emit(joined);
  }

  return {
    cut,
    add(buffer: Buffer, start: number, end: number): void {
      const length = end - start + 1;
      if (used + length > target.length) {
        cut();
        target = Buffer.allocUnsafeSlow(Math.max(size, length));
      }
      if (count > 0) target[used++] = between;
      used += buffer.copy(target, used, start, end);
      count += 1;
    },
  };
}

const statementNames = new Map<string, string>();

/**
 * Returns the name under which a connection prepares a statement.
 * Use it only for statements without literal values, because names are never removed.
 */
export function nameOf(text: string): string {
  const name = statementNames.get(text) ?? `repute_${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

/**
 * Returns true if a connection has prepared a statement.
 * Reads a property that the type definitions of the driver do not declare.
 */
const isPreparedOn = (connection: Connection, name: string): boolean =>
  (connection as unknown as { readonly parsedStatements: Readonly<Record<string, string>> }).parsedStatements[name] !==
  undefined;
