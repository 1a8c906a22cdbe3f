import type { FileHandle } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { TextDecoder } from "node:util";
import { type DomainError, invalid, isDomainError } from "@repute/domain";
import { SaxesParser } from "saxes";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";

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

export type XmlAttributes = Readonly<Record<string, string>>;

/** Callbacks for the elements of an XML document. Element names have no namespace prefix. */
export type XmlHandlers = {
  open(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Maximum nesting depth of elements. */
const deepest = 64;
/** Maximum length of one tag, text or comment in bytes. */
const maxTokenLength = 1_048_576;

/**
 * Parses a UTF-8 XML document in chunks and yields after each chunk.
 * Throws `file_unreadable` if the XML is damaged, nested too deeply, or has a tag or text over 1 MB.
 * Does not expand declared entities.
 */
export async function* xmlElements(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let [depth, unfinished] = [0, 0];
  const text = (content: string) => {
    unfinished = 0;
    handlers.text?.(content);
  };
  parser.on("text", text);
  parser.on("cdata", text);
  parser.on("opentag", ({ name, attributes }) => {
    [depth, unfinished] = [depth + 1, 0];
    if (depth > deepest) throw damagedWorkbook();
    handlers.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    [depth, unfinished] = [depth - 1, 0];
    handlers.close?.(localName(name));
  });
  parser.on("error", () => {
    throw damagedWorkbook();
  });
  for await (const piece of pieces) {
    unfinished += piece.length;
    if (unfinished > maxTokenLength) throw damagedWorkbook();
    parser.write(decodedBy(decoder, piece));
    // Chunks may arrive faster than they are parsed, so let other work run in between.
    await setImmediate();
    yield;
  }
  parser.close();
}

function decodedBy(decoder: TextDecoder, piece: Buffer): string {
  try {
    return decoder.decode(piece, { stream: true });
  } catch {
    throw damagedWorkbook();
  }
}

/** Parses an XML document to its end. */
export async function readXml(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of xmlElements(pieces, handlers));
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Returns an attribute by name, ignoring the namespace prefix. */
export const attributeOf = (attributes: XmlAttributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];

export const unreadableWorkbook = (reason: string): DomainError =>
  invalid("file_unreadable", `cannot read the workbook: ${reason}`);

export const damagedWorkbook = (): DomainError => unreadableWorkbook("it is damaged: open it, save it again and retry");
