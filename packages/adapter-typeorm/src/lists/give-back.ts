import { MessageChannel } from "node:worker_threads";

/** A closed port. Buffers that are transferred to it are freed. */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Frees the memory of byte arrays immediately. No code may use them afterward. The garbage collector would let tens of
 * megabytes of sent lists accumulate. Small arrays are not freed, because they share a memory pool of Node.
 */
export function giveBack(...all: readonly (Uint8Array | undefined)[]): void {
  const buffers = all
    .flatMap((bytes) => (bytes ? [bytes.buffer as ArrayBuffer] : []))
    .filter(({ byteLength }) => byteLength > Buffer.poolSize);
  if (buffers.length > 0) nowhere.postMessage(undefined, buffers);
}
