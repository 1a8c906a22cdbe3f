import { MessageChannel } from "node:worker_threads";

/** Nobody listens at its other end: what is transferred to it is gone. */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Gives back the memory that bytes lie in, all of it and at once; nobody may look at them any more. The garbage collector
 * lets tens of megabytes of a list gather that was sent long ago.
 */
export function giveBack(...all: readonly Uint8Array[]): void {
  const buffers = all.map(({ buffer }) => buffer as ArrayBuffer).filter(({ byteLength }) => byteLength > 0);
  if (buffers.length > 0) nowhere.postMessage(undefined, buffers);
}
