import { crc32 } from "node:zlib";
import type { Item } from "./shape/table.js";

/** A row that is there now. */
export type Upsert = {
  readonly id: string;
  readonly changedAt: string;
  readonly checksum: number;
  readonly item: Item;
  /** Where its item stands as it came. */
  readonly place?: Place;
};

/** What changed on one list. */
export type ListChanges = {
  readonly list: string;
  readonly deletes: readonly string[];
  readonly upserts: readonly Upsert[];
};

/** What `/v2/changes` says of one row before its item. */
type Head = {
  readonly list: string;
  readonly id: string;
  readonly op: "upsert" | "delete";
  readonly changed_at: string;
};

const itemKey = Buffer.from(',"item":');
const newline = 10;

/**
 * Reads a page of changes, one a line, by list. A row's checksum is of the bytes of its item, as the server counts it. The
 * item itself is parsed whenever it is asked for, and not kept: the items of a whole page take ten times as much memory.
 */
export function readPage(ndjson: Uint8Array): readonly ListChanges[] {
  const bytes = Buffer.from(ndjson.buffer, ndjson.byteOffset, ndjson.byteLength);
  const byList = new Map<string, { list: string; deletes: string[]; upserts: Upsert[] }>();
  let key = -1;
  for (const [start, end] of linesOf(bytes)) {
    // Looked for once, however many lines have none.
    if (key < start) key = indexOf(bytes, itemKey, start);
    const isUpsert = key < end;
    const { list, id, op, changed_at: changedAt } = headIn(bytes, start, isUpsert ? key : end - 1);
    let changes = byList.get(list);
    if (!changes) byList.set(list, (changes = { list, deletes: [], upserts: [] }));
    if (op === "delete") changes.deletes.push(id);
    else changes.upserts.push(new Line(id, changedAt, { bytes, start: key + itemKey.length, end: end - 1 }));
  }
  return [...byList.values()];
}

/** Where each line begins and ends. */
function* linesOf(bytes: Buffer): Generator<readonly [start: number, end: number]> {
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    end = indexOf(bytes, newline, start);
    if (end > start) yield [start, end];
  }
}

/** Where a value is found from a place on; behind all bytes when it is not. */
function indexOf(bytes: Buffer, value: Buffer | number, from: number): number {
  const found = bytes.indexOf(value, from);
  return found === -1 ? bytes.length : found;
}

const usualHead = /^\{"list":"([^"\\]*)","id":"([^"\\]*)","op":"(upsert|delete)","changed_at":"([^"\\]*)"$/;

/** An item is the last member of its line. In what stands before it, quotation marks of a text are escaped. */
function headIn(bytes: Buffer, start: number, end: number): Head {
  const text = bytes.toString("utf8", start, end);
  const [, list, id, op, changed_at] = usualHead.exec(text) ?? [];
  return changed_at === undefined ? (JSON.parse(`${text}}`) as Head) : ({ list, id, op, changed_at } as Head);
}

/** Where an item stands in a page. */
type Place = { readonly bytes: Buffer; readonly start: number; readonly end: number };

/** A row as it came. */
class Line implements Upsert {
  constructor(
    readonly id: string,
    readonly changedAt: string,
    readonly place: Place,
  ) {}

  get checksum(): number {
    const { bytes, start, end } = this.place;
    return checksumOf(this.id, bytes.subarray(start, end));
  }

  get item(): Item {
    const { bytes, start, end } = this.place;
    return JSON.parse(bytes.toString("utf8", start, end)) as Item;
  }
}

/** CRC-32 of the id, a zero byte and the item's bytes. */
export const checksumOf = (id: string, item: Uint8Array): number => crc32(item, crc32(`${id}\0`));
