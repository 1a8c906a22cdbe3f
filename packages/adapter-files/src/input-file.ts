import { isUtf8 } from "node:buffer";
import type { BigIntStats } from "node:fs";
import { type FileHandle, mkdtemp, open, rm, stat } from "node:fs/promises";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { TextDecoder } from "node:util";
import { setFlagsFromString } from "node:v8";
import { createGunzip } from "node:zlib";
import { type DomainError, invalid } from "@repute/domain";

/** Receives one-line warnings about a file. Warnings never repeat the content of the file. */
export type Notice = (text: string) => void;

export type FileOptions = { readonly onNotice?: Notice };

/** Returns a function that passes on each distinct warning once, even if the file is read several times. */
export function onceEach(onNotice: Notice | undefined): Notice {
  const reported = new Set<string>();
  return (text) => {
    if (reported.has(text)) return;
    reported.add(text);
    onNotice?.(text);
  };
}

/**
 * Returns a function that reads a file from the beginning on each call. Throws `changed` if the file changed since
 * the first read.
 */
export function rereading<T, How extends readonly unknown[]>(
  file: string | FileHandle,
  read: (handle: FileHandle, ...how: How) => AsyncIterable<T>,
  changed = fileChanged,
): (...how: How) => AsyncGenerator<T> {
  let first: FileState | undefined;
  return async function* (...how) {
    const handle = typeof file === "string" ? await openFile(file) : file;
    try {
      first ??= await stateOf(handle);
      yield* read(handle, ...how);
      if ((await stateOf(handle)) !== first) throw changed();
    } finally {
      if (typeof file === "string") await handle.close();
    }
  };
}

const fileChanged = () => invalid("file_changed", "the file changed while it was being read; nothing was stored");

/** Fingerprint of a file, used to detect changes. */
type FileState = string;

/**
 * Opens a regular file.
 * Throws `file_unreadable` with a one-line message if the file does not exist, is not a regular file or cannot be
 * opened.
 */
async function openFile(file: string): Promise<FileHandle> {
  try {
    // Check the file type first, because opening a named pipe blocks until its other end is opened.
    refuseOtherThanFile(file, await stat(file, { bigint: true }));
    return await open(file, "r");
  } catch (error) {
    throw readableReason(file, error);
  }
}

/** Returns the fingerprint of an open file. */
async function stateOf(handle: FileHandle): Promise<FileState> {
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

// Limit the chunk size so that processing one chunk does not block the event loop for long.
const pieceBytes = 65_536;

/** Reads a file in chunks from the beginning. Decompresses gzip and converts UTF-16 to UTF-8. */
export const pieces = (handle: FileHandle): AsyncGenerator<Buffer> => fromUtf16(rawPieces(handle));

/**
 * Reads a file in chunks from the beginning and decompresses gzip.
 * Buffers are never reused, because callers retain parts of them.
 */
export async function* rawPieces(handle: FileHandle): AsyncGenerator<Buffer> {
  yield* (await isPacked(handle)) ? unpacked(handle) : stored(handle);
}

async function* stored(handle: FileHandle): AsyncGenerator<Buffer> {
  let position = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const gzipMark = Buffer.from([0x1f, 0x8b]);

/** Detects gzip by its first two bytes (RFC 1952). No text begins with these bytes. */
async function isPacked(handle: FileHandle): Promise<boolean> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(gzipMark.length), 0, gzipMark.length, 0);
  return buffer.subarray(0, bytesRead).equals(gzipMark);
}

async function* unpacked(handle: FileHandle): AsyncGenerator<Buffer> {
  const gunzip = pipeline(Readable.from(stored(handle)), createGunzip({ chunkSize: pieceBytes }), () => {});
  let size = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxUnpacked)
        throw invalid("file_unreadable", "cannot read the file: its uncompressed size exceeds 1 GB");
      yield piece;
    }
  } catch (error) {
    throw isGzipFault(error)
      ? invalid("file_unreadable", "cannot read the file: its gzip data is damaged or incomplete")
      : error;
  } finally {
    gunzip.destroy();
  }
}

/** Maximum uncompressed size of a gzip file in bytes. */
const maxUnpacked = 1_073_741_824;

/** True if an error comes from zlib, whose error codes begin with `Z_`. */
const isGzipFault = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && String(error.code).startsWith("Z_");

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Removes a byte order mark from the beginning of a file. */
export const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes;

const searchedBytes = 4_096;
const maxExceptions = 0.1;

/** Converts chunks of UTF-16 to UTF-8. Yields other chunks unchanged. Throws `file_unreadable` for invalid UTF-16. */
async function* fromUtf16(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const piece of pieces) {
    const encoding = isFirst ? utf16Of(piece) : undefined;
    if (encoding) decoder = new TextDecoder(encoding, { fatal: true });
    isFirst = false;
    yield decoder ? decoded(decoder, piece) : piece;
  }
  if (decoder) yield decoded(decoder);
}

/** Detects UTF-16 by its byte order mark, or by NUL in at least 90 % of the even or odd bytes of the first chunk. */
function utf16Of(piece: Buffer): "utf-16le" | "utf-16be" | undefined {
  const mark = piece.toString("hex", 0, 2);
  if (mark === "fffe") return "utf-16le";
  if (mark === "feff") return "utf-16be";
  const searched = piece.subarray(0, Math.min(piece.length, searchedBytes) & ~1);
  const [even, odd] = [0, 1].map((start) => searched.filter((byte, index) => index % 2 === start && byte === 0).length);
  const fewest = Math.max(2, (searched.length / 2) * (1 - maxExceptions));
  if (even === 0 && Number(odd) >= fewest) return "utf-16le";
  return odd === 0 && Number(even) >= fewest ? "utf-16be" : undefined;
}

/** Names the character set of a text file by its first piece, for a person. */
export async function characterSetOf(handle: FileHandle): Promise<string> {
  for await (const piece of rawPieces(handle)) {
    if (utf16Of(piece)) return "UTF-16";
    const end = piece.length < pieceBytes ? piece.length : endOfLines(piece);
    return isUtf8(piece.subarray(0, end)) ? "UTF-8" : "UTF-8, with lines in Windows-1252";
  }
  return "UTF-8";
}

function decoded(decoder: TextDecoder, piece?: Buffer): Buffer {
  try {
    return Buffer.from(piece ? decoder.decode(piece, { stream: true }) : decoder.decode());
  } catch {
    throw invalid("file_unreadable", "cannot read the file: its UTF-16 is damaged or cut short");
  }
}

const beginningBytes = 4_096;

/** Returns the first bytes of a file without leading white space, decoded as Latin-1. Used to detect the format. */
export async function beginningOf(handle: FileHandle): Promise<string> {
  for await (const piece of pieces(handle)) return withoutMark(piece).toString("latin1", 0, beginningBytes).trimStart();
  return "";
}

/** First bytes of unsupported file formats, in hexadecimal. */
const beginnings: readonly (readonly [string, string])[] = [
  ["504b0304", "a ZIP archive or an Excel workbook"],
  ["d0cf11e0", "an old Excel workbook"],
  ["25504446", "a PDF document"],
  ["fffe", "UTF-16"],
  ["feff", "UTF-16"],
];

/** Returns the name of a file format, such as ZIP, if the first bytes show that the file is not UTF-8 text. */
export function otherFormat(bytes: Buffer): string | undefined {
  const beginning = bytes.toString("hex", 0, 4);
  return beginnings.find(([mark]) => beginning.startsWith(mark))?.[1];
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];
const maxLineLength = 1_048_576;

/**
 * Converts a text file to UTF-8 and yields whole lines.
 * Decodes lines that are not valid UTF-8 as Windows-1252.
 * `notice` receives a warning if a line looks like Mac Roman.
 * Throws `file_unreadable` if the file is not text.
 */
export async function* utf8Text(pieces: AsyncIterable<Buffer>, notice: Notice): AsyncGenerator<Buffer> {
  for await (const lines of wholeLines(pieces)) yield asUtf8(lines, notice);
}

/** Yields the bytes of a text file in blocks of whole lines. Throws `file_unreadable` if the file is not text. */
export async function* wholeLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const piece of pieces) {
    refuseOtherThanText(piece, isFirst);
    isFirst = false;
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = endOfLines(bytes);
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield rest;
}

/**
 * Returns the end of the last complete line.
 * A carriage return at the very end does not count, because it may be half of a line end.
 * A line over 1 MB is split at any position.
 */
function endOfLines(bytes: Buffer): number {
  const end = Math.max(bytes.lastIndexOf(lineFeed), bytes.subarray(0, -1).lastIndexOf(carriageReturn)) + 1;
  return end === 0 && bytes.length > maxLineLength ? bytes.length : end;
}

const asUtf8 = (bytes: Buffer, notice: Notice): Buffer =>
  isUtf8(bytes)
    ? bytes
    : Buffer.concat([...linesOf(bytes)].map((line) => (isUtf8(line) ? line : recoded(line, notice))));

/** Converts a line that is not UTF-8 from Windows-1252. */
export function recoded(line: Buffer, notice: Notice): Buffer {
  if (looksLikeMacRoman(line)) notice(macRoman);
  return Buffer.from(fromWindows1252(line));
}

const macRoman =
  "the file looks like Mac Roman and was read as Windows-1252: check accented letters, or save the file as UTF-8";

/** Cuts bytes after each line feed and each carriage return. */
export function* linesOf(bytes: Buffer): Generator<Buffer> {
  let [feed, carriage] = [-1, -1];
  for (let start = 0; start < bytes.length;) {
    if (feed < start) feed = nextOf(bytes, lineFeed, start);
    if (carriage < start) carriage = nextOf(bytes, carriageReturn, start);
    const end = Math.min(feed, carriage) + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** Returns the position of the next byte with this value, or the position after the end. */
function nextOf(bytes: Buffer, value: number, start: number): number {
  const found = bytes.indexOf(value, start);
  return found < 0 ? bytes.length : found;
}

function refuseOtherThanText(piece: Buffer, isFirst: boolean): void {
  const format = isFirst ? otherFormat(piece) : undefined;
  if (format !== undefined) throw notText(`it is ${format}; save it as UTF-8 text and try again`);
  if (piece.includes(0)) throw notText("it is not a text file");
}

const notText = (reason: string) => invalid("file_unreadable", `cannot read the file: ${reason}`);

/**
 * Matches bytes that are accented letters in Mac Roman but unlikely within a word in Windows-1252: punctuation,
 * undefined bytes, or a capital letter after a small letter.
 * Excludes apostrophes and dashes, which occur within words in Windows-1252.
 */
const accents =
  /[A-Za-z](?:[\x81-\x84\x86-\x89\x8b\x8d\x8f\x90\x93\x94\x98\x9d][A-Za-z]|[\x83\x8d\x8f\x90\x9d]|[\x8a\x8c\x8e\x9f][a-z])|[a-z](?:[\x8a\x8c\x8e\x9f]|[\x96\x97][a-z])/;

/** Matches bytes that are accented letters within a word in Windows-1252. */
const letters = /[a-z][\xc0-\xc3\xc6-\xd1\xd8-\xff][a-z]/;

/** Returns true if a line that is not UTF-8 looks like Mac Roman. */
function looksLikeMacRoman(line: Buffer): boolean {
  const text = line.toString("latin1");
  return accents.test(text) && !letters.test(text);
}

/**
 * Characters of the bytes 0x80 to 0x9F in Windows-1252.
 * The other bytes match Latin-1.
 * Five bytes map to control characters (WHATWG Encoding).
 */
const special = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/**
 * Decodes Windows-1252.
 * Node 20's own decoder cannot be used, because it loses typographic quotes and the euro sign.
 */
export const fromWindows1252 = (bytes: Buffer): string =>
  bytes.toString("latin1").replace(/[\u0080-\u009f]/g, (character) => special.charAt(character.charCodeAt(0) - 0x80));

/** Content of a stream in a temporary file that only this process can access. */
export type Spool = { readonly file: FileHandle; close(): Promise<void> };

/**
 * Copies a stream to a private temporary file so that the content can be read more than once.
 * The file is unlinked before the first byte is written, so no data remains even if the process crashes.
 */
export async function spoolToFile(stream: AsyncIterable<Uint8Array | string>): Promise<Spool> {
  const file = await namelessFile();
  try {
    for await (const piece of stream) await file.appendFile(piece);
    return { file, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "repute-"));
  try {
    return await open(join(folder, "standard-input"), "wx+", 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Lowers the priority and memory use of a process that reads one large file and then exits.
 * Processes that serve requests get the processor first.
 * Garbage is collected earlier than by default, which halves memory use and takes about 5 % longer.
 */
export function backgroundProcess(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  setFlagsFromString("--heap-growing-percent=80");
}
