import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Limits a server to `max` connections. Over the limit, a new connection replaces the connection that has been idle
 * longest. A connection is idle while it has no complete request to serve. If no connection is idle, the caller must
 * refuse requests for which `isRefused` returns true.
 *
 * Node's own limit would close the new connection, so idle connections could keep everyone out. Node would also never
 * close a client that keeps sending empty lines between requests. Connections that are idle for more than `longest`
 * milliseconds are therefore closed.
 */
export function limitConnections(
  server: Server,
  max: number,
  longest: number,
): { readonly isRefused: (socket: Socket) => boolean } {
  // Start of the idle time by connection. The connection that has been idle longest is first.
  const idle = new Map<Socket, number>();
  const open = new Map<Socket, number>();
  const surplus = new WeakSet<Socket>();

  server.on("connection", (socket: Socket) => {
    socket.once("close", () => forget(socket));
    if (open.size >= max && !closeOldest()) surplus.add(socket);
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
