import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { invalid } from "@repute/domain";
import { isSystemError } from "./failure.js";

/** File that gets its final name only when complete, so that readers never find a partial file. */
export type FileInTheMaking = {
  /** Empties the file, and adds `text`. */
  restart(text: string): Promise<void>;
  add(content: string | Uint8Array): Promise<void>;
  /** Writes `text` and renames the file to its final name. Replaces an existing file of that name. */
  finish(text: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /**
   * Removes the unfinished file, and an earlier file of that name, so that nobody mistakes it for the result of this
   * command. Does nothing after `finish`.
   */
  discard(): Promise<void>;
};

/**
 * Creates an unfinished file that only its owner can read.
 * Throws `file_unwritable` if the file cannot be written, before any work is done.
 */
export async function fileInTheMaking(file: string): Promise<FileInTheMaking> {
  const unfinished = `${file}.${randomBytes(6).toString("hex")}.part`;
  const handle = await opened(file, unfinished);
  let isFinished = false;
  return {
    async restart(text) {
      await handle.truncate();
      await handle.appendFile(text);
    },
    add: (content) => handle.appendFile(content),
    async finish(text) {
      await writeAll(handle, text);
      await handle.close();
      await rename(unfinished, file);
      isFinished = true;
    },
    async discard() {
      if (isFinished) return;
      await handle.close();
      for (const one of [unfinished, file]) await rm(one, { force: true });
    },
  };
}

async function opened(file: string, unfinished: string): Promise<FileHandle> {
  try {
    const there = await stat(file).catch(() => undefined);
    if (there?.isDirectory()) throw unwritable(file, "it is a folder");
    return await open(unfinished, "ax", 0o600);
  } catch (error) {
    const reason = isSystemError(error) ? reasons[error.code] : undefined;
    throw reason === undefined ? error : unwritable(file, reason);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "the folder does not exist",
  ENOTDIR: "the folder does not exist",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
};

const unwritable = (file: string, reason: string) => invalid("file_unwritable", `cannot write ${file}: ${reason}`);

async function writeAll(handle: FileHandle, text: AsyncIterable<string> | Iterable<string>): Promise<void> {
  for await (const part of text) await handle.appendFile(part);
  await handle.sync();
}
