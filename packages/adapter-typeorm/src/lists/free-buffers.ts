import { MessageChannel } from "node:worker_threads";

/** Closed message port. Buffers that are transferred to this port are freed. */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Frees the memory of byte arrays immediately, so that no code may read the arrays afterward. Otherwise, tens of
 * megabytes of sent lists would wait for the garbage collector. Small arrays are not freed, because they share a memory
 * pool of Node.js.
 */
export function freeBuffers(...all: readonly (Uint8Array | undefined)[]): void {
  const buffers = all
    .flatMap((bytes) => (bytes ? [bytes.buffer as ArrayBuffer] : []))
    .filter(({ byteLength }) => byteLength > Buffer.poolSize);
  if (buffers.length > 0) nowhere.postMessage(undefined, buffers);
}
