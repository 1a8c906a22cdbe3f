import type { FileHandle } from "node:fs/promises";
import type { DomainError } from "@repute/domain";
import { type FileState, openFile, stateOf } from "./input-file.js";

/**
 * Returns a function that reads a file from the beginning on each call. Throws `changed` if the file changed since
 * the first read.
 */
export function rereading<T>(
  file: string | FileHandle,
  read: (handle: FileHandle) => AsyncIterable<T>,
  changed: () => DomainError,
): () => AsyncGenerator<T> {
  let first: FileState | undefined;
  return async function* () {
    const handle = typeof file === "string" ? await openFile(file) : file;
    try {
      first ??= await stateOf(handle);
      yield* read(handle);
      if ((await stateOf(handle)) !== first) throw changed();
    } finally {
      if (typeof file === "string") await handle.close();
    }
  };
}
