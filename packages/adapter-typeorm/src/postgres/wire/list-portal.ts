import type { Duplex } from "node:stream";
import type { ClientBase, Connection, Submittable } from "pg";
import { freeBuffers } from "../../lists/free-buffers.js";
import type { ListStatement } from "../list-statement.js";
import { type MessageHandlers, messageReader } from "./message-reader.js";
import { type Joined, rowByRow, rowJoiner } from "./row-joiner.js";
import { isPreparedOn, nameOf } from "./statement-names.js";

/** Running statement that returns its rows in portions, with backpressure. */
export type ListPortal = {
  /** Returns the next rows, or undefined after the last row. */
  next(): Promise<(Joined & { readonly isLast: boolean }) | undefined>;
  /** Discards the remaining rows, and waits until the connection is ready for other statements. */
  end(): Promise<void>;
};

/** Number of rows in the first portion. A small first portion sends the first byte early. */
const firstRows = 250;
const all = 0;
const readyForQuery = 0x5a;
const maxRows = 4_000;
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
  let rows = isShort ? all : firstRows;
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
          rows = Math.max(1, Math.min(maxRows, Math.floor((rowsSeen * portionBytes) / Math.max(bytesSeen, 1))));
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
