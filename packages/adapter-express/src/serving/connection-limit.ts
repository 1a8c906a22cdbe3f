import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Keeps a server to so many connections. A new one beyond them takes the place of the one that has been idle longest:
 * without a whole request to serve, be it between two requests or before its first. Where none is idle, the new one
 * is served by whoever asks `isRefused` first. Node itself would close the new one, and idle ones keep everybody out.
 * It would also let a client stay for ever that sends empty lines between two requests: nobody is idle for longer than
 * `longest` milliseconds.
 */
export function limitConnections(
  server: Server,
  most: number,
  longest: number,
): { readonly isRefused: (socket: Socket) => boolean } {
  // Since when they have been idle: a map keeps the order in which its members came.
  const idle = new Map<Socket, number>();
  const open = new Map<Socket, number>();
  const surplus = new WeakSet<Socket>();

  server.on("connection", (socket: Socket) => {
    socket.once("close", () => forget(socket));
    if (open.size >= most && !closeOldest()) surplus.add(socket);
    open.set(socket, 0);
    idle.set(socket, performance.now());
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });
  const closingIdle = setInterval(closeIdle, Math.min(5_000, longest)).unref();
  server.once("close", () => clearInterval(closingIdle));
  return { isRefused: (socket) => surplus.has(socket) };

  function closeIdle(): void {
    const latest = performance.now() - longest;
    for (const [socket, since] of idle) {
      if (since > latest) return;
      close(socket);
    }
  }

  function closeOldest(): boolean {
    const [oldest] = idle.keys();
    if (oldest) close(oldest);
    return oldest !== undefined;
  }

  function close(socket: Socket): void {
    forget(socket);
    socket.destroySoon();
  }

  function count(socket: Socket, change: 1 | -1): void {
    const requests = open.get(socket);
    if (requests === undefined) return;
    open.set(socket, requests + change);
    if (requests + change > 0) idle.delete(socket);
    else idle.set(socket, performance.now());
  }

  function forget(socket: Socket): void {
    open.delete(socket);
    idle.delete(socket);
  }
}
