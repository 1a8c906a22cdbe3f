import type { ColumnKind } from "../dialect.js";
import type { Value } from "../session.js";

/** The numbers by which the server knows the types of values. */
const types = { integer: 20, real: 701, flag: 16, text: 25, bytes: 17 } as const satisfies Record<ColumnKind, number>;

const headerBytes = 20;
const lengthBytes = 4;
const lengthOfNull = -1;

/**
 * The values of one column of some rows as the server takes an array in its binary form: nothing of it is escaped, and
 * nothing has to be read out of JSON. Throws for a number that is not whole where only those can stand.
 */
export function valueArray(kind: ColumnKind, rows: readonly (readonly Value[])[], column: number): Buffer {
  const array = Buffer.allocUnsafe(headerBytes + mostBytes(kind, rows, column));
  for (const [index, word] of [1, 1, types[kind], rows.length, 1].entries()) array.writeInt32BE(word, 4 * index);
  let at = headerBytes;
  for (const row of rows) {
    const value = row[column] ?? null;
    const bytes = value === null ? lengthOfNull : write(array, at + lengthBytes, kind, value);
    array.writeInt32BE(bytes, at);
    at += lengthBytes + Math.max(bytes, 0);
  }
  return array.subarray(0, at);
}

function mostBytes(kind: ColumnKind, rows: readonly (readonly Value[])[], column: number): number {
  let most = rows.length * (lengthBytes + 8);
  if (kind !== "text" && kind !== "bytes") return most;
  // A character takes three bytes at most, or two take four.
  for (const row of rows) most += 3 * ((row[column] as string | Uint8Array | null)?.length ?? 0);
  return most;
}

/** Writes a value; returns how many bytes it takes. */
function write(array: Buffer, at: number, kind: ColumnKind, value: Exclude<Value, null>): number {
  if (kind === "integer") return writeWhole(array, at, value as number);
  if (kind === "real") return array.writeDoubleBE(value as number, at) - at;
  if (kind === "flag") return array.writeUInt8(Number(value), at) - at;
  if (typeof value === "string") return array.write(value, at);
  array.set(value as Uint8Array, at);
  return (value as Uint8Array).length;
}

const half = 0x1_0000_0000;

function writeWhole(array: Buffer, at: number, value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError("a number that is to be stored is not whole");
  const upper = Math.floor(value / half);
  array.writeInt32BE(upper, at);
  return array.writeUInt32BE(value - upper * half, at + 4) - at;
}
