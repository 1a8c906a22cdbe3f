import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Keeps a server to so many connections. A new one beyond them takes the place of the one that has been idle longest:
 * without a whole request to serve, be it between two requests or before its first. Where none is idle, the new one
 * is served by whoever asks `isRefused` first. Node itself would close the new one, and idle ones keep everybody out.
 */
export function limitConnections(server: Server, most: number): { readonly isRefused: (socket: Socket) => boolean } {
  // By how long they have been idle: a set keeps the order in which its members came.
  const idle = new Set<Socket>();
  const open = new Map<Socket, number>();
  const surplus = new WeakSet<Socket>();

  server.on("connection", (socket: Socket) => {
    socket.once("close", () => forget(socket));
    if (open.size >= most && !closeOldest()) surplus.add(socket);
    open.set(socket, 0);
    idle.add(socket);
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });
  return { isRefused: (socket) => surplus.has(socket) };

  function closeOldest(): boolean {
    const [oldest] = idle;
    if (!oldest) return false;
    forget(oldest);
    oldest.destroySoon();
    return true;
  }

  function count(socket: Socket, change: 1 | -1): void {
    const requests = open.get(socket);
    if (requests === undefined) return;
    open.set(socket, requests + change);
    if (requests + change > 0) idle.delete(socket);
    else idle.add(socket);
  }

  function forget(socket: Socket): void {
    open.delete(socket);
    idle.delete(socket);
  }
}
