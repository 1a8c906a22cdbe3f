import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as turnOver } from "node:timers/promises";

/** Stops a server without losing requests. */
export type Drain = {
  /** Adds `Connection: close` to all further responses. The server still accepts connections. */
  announce(): void;
  /**
   * Closes the listener and idle connections and waits for running responses. Resets the connections whose responses take
   * longer than this many milliseconds.
   */
  finish(milliseconds: number): Promise<void>;
};

/** Time in milliseconds that a connection without any request yet has to send its first one. */
const firstRequest = 1_000;

/** Number of connections that Node lets wait for a listener. */
const backlog = 511;

/**
 * Watches a server's connections from before it listens. Node itself would leave a connection that has not asked
 * anything yet open, and one that is kept alive after its last response. `onCut` is called before responses are cut off.
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

  /** Accepts the connections in the backlog, because closing the listener resets them. The event loop may accept one per turn. */
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
      // Node reports that the server is closed before the responses of reset connections are.
      await Promise.all([...running.keys()].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
    },
  };
}
