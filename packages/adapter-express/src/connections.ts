import type { Socket } from "node:net";

/** Calls `closed` when the connection closes. Returns a function that cancels the call. */
export type Connections = (socket: Socket, closed: () => void) => () => void;

/**
 * Watches connections with one listener each, regardless of the number of waiting requests. A pipelined response gets
 * no event when its connection closes.
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
