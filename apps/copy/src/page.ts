import { crc32 } from "node:zlib";
import type { Item } from "./shape/table.js";

/** A row that is there now. */
export type Upsert = {
  readonly id: string;
  readonly changedAt: string;
  readonly checksum: number;
  readonly item: Item;
};

/** What changed on one list. */
export type ListChanges = {
  readonly list: string;
  readonly deletes: readonly string[];
  readonly upserts: readonly Upsert[];
};

/** What `/v2/changes` says of one row. */
type Entry = {
  readonly list: string;
  readonly id: string;
  readonly op: "upsert" | "delete";
  readonly changed_at: string;
  readonly item: Item;
};

const itemKey = Buffer.from(',"item":');
const newline = 10;

/** Reads a page of changes, one a line, by list. A row's checksum is of the bytes of its item, as the server counts it. */
export function readPage(ndjson: Uint8Array): readonly ListChanges[] {
  const bytes = Buffer.from(ndjson.buffer, ndjson.byteOffset, ndjson.byteLength);
  const entries = JSON.parse(`[${bytes.toString().trimEnd().replaceAll("\n", ",")}]`) as readonly Entry[];
  const byList = new Map<string, { list: string; deletes: string[]; upserts: Upsert[] }>();
  let start = 0;
  for (const { list, id, op, changed_at: changedAt, item } of entries) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    let changes = byList.get(list);
    if (!changes) byList.set(list, (changes = { list, deletes: [], upserts: [] }));
    if (op === "delete") changes.deletes.push(id);
    else changes.upserts.push({ id, changedAt, item, checksum: checksumOf(id, itemBytes(bytes, start, end)) });
    start = end + 1;
  }
  return [...byList.values()];
}

/** An item is the last member of its line. In what stands before it, quotation marks of a text are escaped. */
const itemBytes = (bytes: Buffer, start: number, end: number): Buffer =>
  bytes.subarray(bytes.indexOf(itemKey, start) + itemKey.length, end - 1);

/** CRC-32 of the id, a zero byte and the item's bytes. */
export const checksumOf = (id: string, item: Uint8Array): number => crc32(item, crc32(`${id}\0`));
