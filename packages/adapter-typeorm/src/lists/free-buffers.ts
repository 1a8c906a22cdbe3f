import { MessageChannel } from "node:worker_threads";

/** Closed message port. Buffers that are transferred to this port are freed. */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Frees the memory of byte arrays immediately, instead of waiting for the garbage collector.
 * The arrays must not be read afterward. Small arrays are not freed, because Node.js stores them in a shared pool.
 */
export function freeBuffers(...all: readonly (Uint8Array | undefined)[]): void {
  const buffers = all
    .flatMap((bytes) => (bytes ? [bytes.buffer as ArrayBuffer] : []))
    .filter(({ byteLength }) => byteLength > Buffer.poolSize);
  if (buffers.length > 0) nowhere.postMessage(undefined, buffers);
}
