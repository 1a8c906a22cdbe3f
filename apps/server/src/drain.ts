import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as turnOver } from "node:timers/promises";

/** Stops a server without losing requests. */
export type Drain = {
  /** Adds `Connection: close` to all further responses. The server still accepts connections. */
  announce(): void;
  /**
   * Closes the listener and idle connections, and waits for running responses.
   * After this many milliseconds, resets the connections of unfinished responses.
   */
  finish(milliseconds: number): Promise<void>;
};

/** Time in milliseconds that a new connection has for sending its first request. */
const firstRequest = 1_000;

/** Maximum number of pending connections of a listener. Equals Node's default. */
const backlog = 511;

/**
 * Prepares the drain of a server, before the server listens.
 * Keeps track of all connections, because `server.close` leaves connections open that are idle or have sent nothing.
 * Calls `onCut` before it resets unfinished responses.
 */
export function drainOf(server: Server, onCut: () => unknown = () => {}): Drain {
  const running = new Map<Socket, number>();
  const unused = new Set<Socket>();
  let accepted = 0;
  let announced = false;
  let draining = false;

  function count(socket: Socket, change: 1 | -1): void {
    const requests = (running.get(socket) ?? 0) + change;
    if (running.has(socket)) running.set(socket, requests);
    if (draining && requests === 0) socket.destroySoon();
  }

  /**
   * Accepts all pending connections, because closing the listener would reset them.
   * The event loop may accept only one connection per iteration.
   */
  async function acceptPending(): Promise<void> {
    for (let turn = 0; turn < backlog; turn += 1) {
      const before = accepted;
      await turnOver();
      await turnOver();
      if (accepted === before) return;
    }
  }

  server.on("connection", (socket: Socket) => {
    accepted += 1;
    running.set(socket, 0);
    unused.add(socket);
    socket.once("close", () => {
      running.delete(socket);
      unused.delete(socket);
    });
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    unused.delete(socket);
    if (announced) response.setHeader("Connection", "close");
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });

  return {
    announce: () => void (announced = true),
    async finish(milliseconds) {
      announced = true;
      await acceptPending();
      draining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const [socket, requests] of running) if (requests === 0 && !unused.has(socket)) socket.destroySoon();
      const close = setTimeout(() => unused.forEach((socket) => socket.destroySoon()), firstRequest);
      const cut = setTimeout(() => {
        onCut();
        for (const socket of running.keys()) socket.resetAndDestroy();
      }, milliseconds);
      await closed;
      clearTimeout(close);
      clearTimeout(cut);
      // Wait for the reset connections too, because Node may report that the server is closed while they are open.
      await Promise.all([...running.keys()].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
    },
  };
}
