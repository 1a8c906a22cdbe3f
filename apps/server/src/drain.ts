import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Stops a server: no new connections, idle ones closed, running responses finished unless they take longer than allowed. */
export type Drain = (milliseconds: number) => Promise<void>;

/**
 * Watches a server's connections from before it listens. Node itself would leave a connection that has not asked
 * anything yet open, and one that is kept alive after its last response. `onCut` is called before responses are cut off.
 */
export function drainOf(server: Server, onCut: () => void = () => {}): Drain {
  const running = new Map<Socket, number>();
  let draining = false;

  function count(socket: Socket, change: 1 | -1): void {
    const requests = (running.get(socket) ?? 0) + change;
    if (running.has(socket)) running.set(socket, requests);
    if (draining && requests === 0) socket.destroySoon();
  }

  server.on("connection", (socket: Socket) => {
    running.set(socket, 0);
    socket.once("close", () => running.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });

  return async (milliseconds) => {
    draining = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const [socket, requests] of running) if (requests === 0) socket.destroySoon();
    const cut = setTimeout(() => {
      onCut();
      for (const socket of running.keys()) socket.resetAndDestroy();
    }, milliseconds);
    await closed;
    clearTimeout(cut);
  };
}
