import type { Socket } from "node:net";

/** Calls back when a connection closes, until told to forget it. */
export type Connections = (socket: Socket, closed: () => void) => () => void;

/**
 * One listener a connection, however many requests are waiting on it: a response that waits behind another one on its
 * connection never hears of the end itself.
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
