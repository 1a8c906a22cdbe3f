import type { BigIntStats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { type DomainError, invalid } from "@repute/domain";

/** Fingerprint of a file, used to detect changes. */
export type FileState = string;

/**
 * Opens a regular file.
 * Throws `file_unreadable` with a one-line message if the file does not exist, is not a regular file or cannot be
 * opened.
 */
export async function openFile(file: string): Promise<FileHandle> {
  try {
    // Check the file type first, because opening a named pipe blocks until its other end is opened.
    refuseOtherThanFile(file, await stat(file, { bigint: true }));
    return await open(file, "r");
  } catch (error) {
    throw readableReason(file, error);
  }
}

/** Returns the fingerprint of an open file. */
export async function stateOf(handle: FileHandle): Promise<FileState> {
  const { dev, ino, size, mtimeNs } = await handle.stat({ bigint: true });
  return [dev, ino, size, mtimeNs].join(" ");
}

function refuseOtherThanFile(file: string, found: BigIntStats): void {
  if (found.isDirectory()) throw unreadable(file, "it is a folder");
  if (!found.isFile()) throw unreadable(file, "it is not a regular file; send it through standard input instead");
}

const unreadable = (file: string, reason: string): DomainError =>
  invalid("file_unreadable", `cannot read ${file}: ${reason}`);

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "the file does not exist",
  ENOTDIR: "the file does not exist",
  EACCES: "permission denied",
  EPERM: "permission denied",
};

function readableReason(file: string, error: unknown): unknown {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  const reason = reasons[code];
  return reason === undefined ? error : unreadable(file, reason);
}
