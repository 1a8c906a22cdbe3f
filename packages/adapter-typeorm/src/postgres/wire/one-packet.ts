import type { ClientBase, Connection } from "pg";

/** Sends all statements of this turn in one packet, because each packet would wake the server. */
export function inOnePacket(client: ClientBase): void {
  // The type definitions of the driver omit this property.
  const { stream } = (client as unknown as { readonly connection: Connection }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  // Wait until all pending promise callbacks have run.
  queueMicrotask(() => process.nextTick(() => stream.uncork()));
}
