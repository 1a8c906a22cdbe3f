import * as workerThreads from "node:worker_threads";

type WorkerThreads = typeof workerThreads & { readonly isMarkedAsUntransferable?: (object: object) => boolean };

/** Size of the shared pools of Node 20, in bytes. Later versions have larger pools and mark them as untransferable. */
const smallPool = 8_192;
const { isMarkedAsUntransferable = () => false }: WorkerThreads = workerThreads;

/** Closed message port. Buffers that are transferred to this port are freed. */
const { port1: nowhere } = new workerThreads.MessageChannel();
nowhere.close();

/**
 * Frees the memory of byte arrays immediately, instead of waiting for the garbage collector.
 * The arrays must not be read afterward. Arrays in a pool that Node.js shares among small arrays are not freed.
 */
export function freeBuffers(...all: readonly (Uint8Array | undefined)[]): void {
  const buffers = all
    .flatMap((bytes) => (bytes ? [bytes.buffer as ArrayBuffer] : []))
    .filter((buffer) => buffer.byteLength > smallPool && !isMarkedAsUntransferable(buffer));
  if (buffers.length > 0) nowhere.postMessage(undefined, buffers);
}
