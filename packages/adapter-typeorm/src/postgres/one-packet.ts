import type { ClientBase, Connection } from "pg";

/** Sends what is handed in during this turn in one packet: each would wake the server. */
export function inOnePacket(client: ClientBase): void {
  // The driver's types do not say that a client has it.
  const { stream } = (client as unknown as { readonly connection: Connection }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  // After all that promises lead to now.
  queueMicrotask(() => process.nextTick(() => stream.uncork()));
}
