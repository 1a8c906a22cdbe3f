import type { FileHandle } from "node:fs/promises";
import type { DomainError } from "@repute/domain";
import type { FileState } from "./input-file.js";
import { openFile, stateOf } from "./input-file.js";

/** Reads a file from its beginning, as often as it is called; one that changed since the first time throws `changed`. */
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
