import { crc32 } from "node:zlib";
import { invalidSource } from "./copy-error.js";
import type { Item } from "./shape/table.js";
import { isListName } from "./shape/tables.js";

/** Source of a copy and the lists to copy. Undefined `lists` means all lists. */
export type Origin = { readonly source: string; readonly lists: readonly string[] | undefined };

/** A row to insert or replace. */
export type Upsert = {
  readonly id: string;
  readonly changedAt: string;
  readonly checksum: number;
  readonly item: Item;
  /** Byte position of the item in the received page. */
  readonly place?: Place;
};

/** Changes to one list. */
export type ListChanges = {
  readonly list: string;
  readonly deletes: readonly string[];
  readonly upserts: readonly Upsert[];
};

/** Members that precede the item in a line of `/v2/changes`. */
type Head = {
  readonly list: string;
  readonly id: string;
  readonly op: "upsert" | "delete";
  readonly changed_at: string;
};

const itemKey = Buffer.from(',"item":');
const newline = 10;
const [open, close] = Buffer.from("{}");

/**
 * Parses a page of changes, one per line, and groups the changes by list.
 * Throws `invalid_source` for an invalid line or a list that was not requested.
 * Checksums cover the bytes of the item, as on the server.
 * Items are parsed on demand and not retained, because parsed items take ten times as much memory.
 */
export function readPage(ndjson: Uint8Array, origin: Origin): readonly ListChanges[] {
  const { source } = origin;
  const bytes = Buffer.from(ndjson.buffer, ndjson.byteOffset, ndjson.byteLength);
  const byList = new Map<string, { list: string; deletes: string[]; upserts: Upsert[] }>();
  let key = -1;
  for (const [start, end] of linesOf(bytes)) {
    // Search again only if the last match is before this line. A match may be many lines further down.
    if (key < start) key = indexOf(bytes, itemKey, start);
    const hasItem = key < end;
    const head = headIn(bytes, start, hasItem ? key : end - 1);
    if (!head || bytes[end - 1] !== close || hasItem !== (head.op === "upsert"))
      throw invalidSource(source, notAChange);
    const { list, id, changed_at: changedAt } = head;
    let changes = byList.get(list);
    if (!changes) byList.set(list, (changes = emptyChanges(list, origin)));
    if (hasItem) changes.upserts.push(new Line(id, changedAt, itemPlace(bytes, key, end, id, source), source));
    else changes.deletes.push(id);
  }
  return [...byList.values()];
}

function emptyChanges(list: string, { source, lists }: Origin) {
  const isRequested = lists ? lists.includes(list) : isListName(list);
  if (!isRequested) throw invalidSource(source, "a list that was not requested");
  return { list, deletes: [] as string[], upserts: [] as Upsert[] };
}

/** Finds the bytes of the item in a line. The item is everything between its key and the line's closing brace. */
function itemPlace(bytes: Buffer, key: number, lineEnd: number, id: string, source: string): Place {
  const [start, end] = [key + itemKey.length, lineEnd - 1];
  if (bytes[start] !== open || bytes[end - 1] !== close) throw invalidSource(source, notAChange);
  const weight = weightOf(bytes, start, end, id.length);
  if (weight === undefined) throw invalidSource(source, "an item that is nested too deeply or too large");
  return { bytes, start, end, weight };
}

const notAChange = "a line that is not a valid change";

function* linesOf(bytes: Buffer): Generator<readonly [start: number, end: number]> {
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    end = indexOf(bytes, newline, start);
    if (end > start) yield [start, end];
  }
}

/** Returns the position of a value at or after `from`, or the length of the buffer if the value is not found. */
function indexOf(bytes: Buffer, value: Buffer | number, from: number): number {
  const found = bytes.indexOf(value, from);
  return found === -1 ? bytes.length : found;
}

const usualHead = /^\{"list":"([^"\\]*)","id":"([^"\\]*)","op":"(upsert|delete)","changed_at":"([^"\\]*)"$/;
const maxHead = 4_096;

/** Parses the members before the item, which is the last member of its line. Returns undefined if they are invalid. */
function headIn(bytes: Buffer, start: number, end: number): Head | undefined {
  if (end - start > maxHead) return undefined;
  const text = bytes.toString("utf8", start, end);
  const [, list, id, op, changed_at] = usualHead.exec(text) ?? [];
  const head = changed_at === undefined ? parsed(`${text}}`) : { list, id, op, changed_at };
  return isHead(head) ? head : undefined;
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

function isHead(value: unknown): value is Head {
  if (typeof value !== "object" || value === null) return false;
  const { list, id, op, changed_at } = value as Partial<Record<string, unknown>>;
  if (typeof list !== "string" || typeof id !== "string") return false;
  return (op === "upsert" || op === "delete") && typeof changed_at === "string" && instant.test(changed_at);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Place = { readonly bytes: Buffer; readonly start: number; readonly end: number; readonly weight: number };

/** Row of a page. Each access to the item parses its JSON. */
class Line implements Upsert {
  constructor(
    readonly id: string,
    readonly changedAt: string,
    readonly place: Place,
    private readonly source: string,
  ) {}

  get checksum(): number {
    const { bytes, start, end } = this.place;
    return checksumOf(this.id, bytes.subarray(start, end));
  }

  get item(): Item {
    const { bytes, start, end } = this.place;
    const item = parsed(bytes.toString("utf8", start, end));
    if (item === undefined) throw invalidSource(this.source, notAChange);
    return item as Item;
  }
}

/** Returns the CRC-32 of the id, a zero byte and the bytes of the item. */
export const checksumOf = (id: string, item: Uint8Array): number => crc32(item, crc32(`${id}\0`));

/** Maximum nesting depth of an item. A deeper item could overflow the stack, because JSON is serialized recursively. */
const maxDepth = 500;

/** Maximum number of JSON values in an item. Limits the memory of a parsed item. */
const maxValues = 200_000;

/** Maximum size, in bytes, of the nested rows of an item. Each nested row repeats the item's id. */
const maxRowBytes = 33_554_432;

/** Size of a nested row in bytes. The id of the item, which each nested row repeats, is not counted. */
const rowBytes = 48;

/** Maximum size of items that are not scanned, because an item of this size cannot exceed any limit. */
const shortItem = 2 * maxDepth;
const shortId = 200;

const [quote, backslash] = Buffer.from('"\\');
const openers = Buffer.from("[{");
const closers = Buffer.from("]}");
const comma = Buffer.from(",");

/** Change in nesting depth that each byte value causes. */
const deeper = new Int8Array(256);
const more = new Int8Array(256);
for (const byte of openers) deeper[byte] = 1;
for (const byte of closers) deeper[byte] = -1;
for (const byte of [...openers, ...comma]) more[byte] = 1;

/**
 * Returns the weight of an item, which estimates the memory of the parsed item in bytes.
 * The weight exceeds the size if the item has many values, because parsed values take more memory than their JSON.
 * Returns undefined if the item is too large or nested too deeply to be parsed and stored.
 */
function weightOf(bytes: Uint8Array, start: number, end: number, idLength: number): number | undefined {
  const size = end - start;
  if (size < shortItem && idLength < shortId) return size;
  const nested = valuesIn(bytes, start, end) * (rowBytes + idLength);
  return nested > maxRowBytes ? undefined : Math.max(size, nested / 4);
}

/** Counts the JSON values of an item. Returns Infinity if the item is nested too deeply or has too many values. */
function valuesIn(bytes: Uint8Array, start: number, end: number): number {
  let [depth, values] = [0, 0];
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at + 1, end);
    depth += deeper[byte] ?? 0;
    values += more[byte] ?? 0;
    if (depth > maxDepth || values > maxValues) return Infinity;
  }
  return values;
}

function endOfString(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
