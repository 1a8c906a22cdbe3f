import { MessageChannel } from "node:worker_threads";

/** Nobody listens at its other end: what is transferred to it is gone. */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Gives back the memory that bytes lie in, all of it and at once; nobody may look at them any more. The garbage collector
 * lets tens of megabytes of a list gather that was sent long ago. Small pieces lie in memory that Node shares out, and stay.
 */
export function giveBack(...all: readonly (Uint8Array | undefined)[]): void {
  const buffers = all
    .flatMap((bytes) => (bytes ? [bytes.buffer as ArrayBuffer] : []))
    .filter(({ byteLength }) => byteLength > Buffer.poolSize);
  if (buffers.length > 0) nowhere.postMessage(undefined, buffers);
}
