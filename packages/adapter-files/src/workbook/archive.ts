import type { FileHandle } from "node:fs/promises";
import { isDomainError } from "@repute/domain";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { damagedWorkbook, unreadableWorkbook } from "./workbook-error.js";

/** Parts of a workbook by name. Names are case-insensitive. */
export type Archive = {
  has(name: string): boolean;
  /** Decompresses a part. Throws `file_unreadable` if the part is missing, damaged, or longer than `longest` bytes. */
  read(name: string, longest: number): AsyncGenerator<Buffer>;
};

const maxEntries = 10_000;
/** Maximum total length of an entry's name, extra fields and comment. Entries above this limit are skipped. */
const maxHeaderLength = 500;

/** Opens the ZIP archive of a workbook. Does not close the file handle. */
export async function openArchive(handle: FileHandle): Promise<Archive> {
  const zip = await readable(fromFdPromise(handle.fd, { autoClose: false, lazyEntries: true }));
  const entries = await readable(entriesOf(zip));
  return {
    has: (name) => entries.has(name.toLowerCase()),
    read: (name, longest) => unpacked(zip, entries.get(name.toLowerCase()), longest),
  };
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > maxEntries) throw unreadableWorkbook(`it has more than ${maxEntries} parts`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const { fileNameLength, extraFieldLength, fileCommentLength } = entry;
    if (fileNameLength + extraFieldLength + fileCommentLength > maxHeaderLength) continue;
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return entries;
}

/**
 * Decompresses an entry.
 * Checks its declared size first.
 * The ZIP reader then fails if the entry is larger than declared.
 */
async function* unpacked(zip: ZipFile, entry: Entry | undefined, longest: number): AsyncGenerator<Buffer> {
  if (!entry) throw damagedWorkbook();
  if (entry.isEncrypted()) throw unreadableWorkbook("it is encrypted: save it without a password");
  if (entry.uncompressedSize > longest) {
    throw unreadableWorkbook(`a part of it unpacks to more than ${Math.floor(longest / megabyte)} MB: save it as CSV`);
  }
  const stream = await readable(zip.openReadStreamPromise(entry));
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) yield piece;
  } catch (error) {
    throw asDamage(error);
  } finally {
    stream.destroy();
  }
}

const megabyte = 1_048_576;

async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asDamage(error);
  }
}

/** Replaces errors of the ZIP reader, which may quote file names. Passes on disk errors unchanged. */
const asDamage = (error: unknown): unknown =>
  isDomainError(error) || (typeof error === "object" && error !== null && "syscall" in error)
    ? error
    : damagedWorkbook();
