import type { Duplex } from "node:stream";
import type { ClientBase, Connection, Submittable } from "pg";
import { giveBack } from "../lists/give-back.js";
import type { ListStatement } from "./list-statement.js";
import type { MessageHandlers } from "./message-reader.js";
import { messageReader } from "./message-reader.js";
import type { Joined } from "./row-joiner.js";
import { rowByRow, rowJoiner } from "./row-joiner.js";
import { isPreparedOn, nameOf } from "./statement-names.js";

/** A statement whose rows come in portions, as fast as they are taken. */
export type ListPortal = {
  /** The next rows; `undefined` after the last ones. */
  next(): Promise<(Joined & { readonly isLast: boolean }) | undefined>;
  /** Drops what was not taken, and waits until the connection can be used for something else. */
  end(): Promise<void>;
};

/** The first portion is small, so that the first byte leaves early. */
const firstRows = 250;
const all = 0;
const readyForQuery = 0x5a;
const mostRows = 4_000;
const portionBytes = 1_000_000;
/** With more than this before it is taken, the server is no longer listened to. */
const mostReady = 2_000_000;

/**
 * Runs a statement on a connection. The driver turns every row into objects and texts, which takes longer than all the
 * rest, so rows are taken from what comes over the connection, and the driver gets all other messages. They are joined by a
 * separator, or come one by one without any.
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
  let unasked = false;
  /** How often the server has yet to say that it is ready for something else: once a portion. */
  let syncs = 0;
  let wake = () => {};

  const take = (joined: Joined) => {
    if (state !== "open") return;
    rowsSeen += joined.count;
    bytesSeen += joined.json.length;
    ready.push(joined);
    bytesReady += joined.json.length;
    if (bytesReady > mostReady) connection?.stream.pause();
    wake();
  };
  const joiner = separator === undefined ? rowByRow(take) : rowJoiner(separator, take);
  const tap = tapOf({ row: joiner.add, spent: giveBack, isForDriver });

  function takeReady(): Joined | undefined {
    const joined = ready.shift();
    if (joined) bytesReady -= joined.json.length;
    connection?.stream.resume();
    return joined;
  }

  function ask(): void {
    connection?.stream.cork();
    connection?.execute({ portal: "", rows: String(rows) }, true);
    // What is complete then is ended with it, which saves a trip; what is not goes on: a transaction keeps its portal.
    sync();
    connection?.stream.uncork();
  }

  function sync(): void {
    syncs += 1;
    connection?.sync();
  }

  /** The driver hears once that the server is ready: after the last portion. */
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
      // In one packet: each would wake the server.
      to.stream.cork();
      if (name === "" || !isPreparedOn(to, name)) to.parse({ name, text, types: [] }, true);
      to.bind({ portal: "", statement: name, values, binary: true } as never, true);
      ask();
      to.stream.uncork();
    },
    handlePortalSuspended() {
      joiner.cut();
      unasked = true;
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
        if (unasked && state === "open") {
          // One portion is under way while another one is sent on.
          rows = Math.max(1, Math.min(mostRows, Math.floor((rowsSeen * portionBytes) / Math.max(bytesSeen, 1))));
          unasked = false;
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

/** Stands between a connection and its driver. */
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
