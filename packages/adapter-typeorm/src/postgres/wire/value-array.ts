import type { ColumnKind } from "../../engine/dialect.js";
import type { Value } from "../../engine/session.js";

/** PostgreSQL type OID for each kind of column. */
const types = { integer: 20, real: 701, flag: 16, text: 25, bytes: 17 } as const satisfies Record<ColumnKind, number>;

const headerBytes = 20;
const lengthBytes = 4;
const lengthOfNull = -1;

/**
 * Encodes one column of all rows as a binary PostgreSQL array. This format needs no escaping and no JSON parsing.
 * Throws a `RangeError` for a fractional number in an integer column.
 */
export function valueArray(kind: ColumnKind, rows: readonly (readonly Value[])[], column: number): Buffer {
  const array = Buffer.allocUnsafe(headerBytes + maxBytes(kind, rows, column));
  // A DataView writes numbers several times faster than the methods of Buffer.
  const view = new DataView(array.buffer, array.byteOffset, array.length);
  for (const [index, word] of [1, 1, types[kind], rows.length, 1].entries()) view.setInt32(4 * index, word);
  let at = headerBytes;
  for (const row of rows) {
    const value = row[column] ?? null;
    const bytes = value === null ? lengthOfNull : write({ array, view }, at + lengthBytes, kind, value);
    view.setInt32(at, bytes);
    at += lengthBytes + Math.max(bytes, 0);
  }
  return array.subarray(0, at);
}

function maxBytes(kind: ColumnKind, rows: readonly (readonly Value[])[], column: number): number {
  let max = rows.length * (lengthBytes + 8);
  if (kind !== "text" && kind !== "bytes") return max;
  // A UTF-16 code unit takes at most three bytes in UTF-8, and a surrogate pair takes four.
  for (const row of rows) max += 3 * ((row[column] as string | Uint8Array | null)?.length ?? 0);
  return max;
}

type Target = { readonly array: Buffer; readonly view: DataView };

/** Writes a value into the array. Returns the length of the value in bytes. */
function write({ array, view }: Target, at: number, kind: ColumnKind, value: Exclude<Value, null>): number {
  if (kind === "integer") return writeWhole(view, at, value as number);
  if (kind === "real") return (view.setFloat64(at, value as number), 8);
  if (kind === "flag") return (view.setUint8(at, Number(value)), 1);
  if (typeof value === "string") return writeText(array, at, value);
  array.set(value as Uint8Array, at);
  return (value as Uint8Array).length;
}

const half = 0x1_0000_0000;

function writeWhole(view: DataView, at: number, value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError("A number to store is not an integer");
  const upper = Math.floor(value / half);
  view.setInt32(at, upper);
  view.setUint32(at + 4, value - upper * half);
  return 8;
}

/** Maximum string length for which a loop over ASCII characters is faster than `Buffer.write`. */
const short = 32;

function writeText(array: Buffer, at: number, text: string): number {
  if (text.length > short) return array.write(text, at);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return array.write(text, at);
    array[at + index] = code;
  }
  return text.length;
}
