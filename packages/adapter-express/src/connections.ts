import type { Socket } from "node:net";

/** Calls `closed` when the socket closes. The returned function removes the callback. */
export type Connections = (socket: Socket, closed: () => void) => () => void;

/**
 * Watches sockets for their close event, with one listener per socket regardless of the number of waiting requests.
 * The socket is watched because Node emits no close event on a pipelined response.
 */
export function watchConnections(): Connections {
  const waiting = new WeakMap<Socket, Set<() => void>>();
  return (socket, closed) => {
    const known = waiting.get(socket) ?? new Set();
    if (!waiting.has(socket)) {
      waiting.set(socket, known);
      socket.once("close", () => known.forEach((call) => call()));
    }
    known.add(closed);
    return () => known.delete(closed);
  };
}
