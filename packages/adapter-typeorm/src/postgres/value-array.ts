import type { ColumnKind } from "../dialect.js";
import type { Value } from "../session.js";

/** How the server is told each kind of value: the number of its type, and its length where all have the same. */
const forms = {
  integer: { type: 20, length: 8 },
  real: { type: 701, length: 8 },
  flag: { type: 16, length: 1 },
  text: { type: 25, length: undefined },
  bytes: { type: 17, length: undefined },
} as const satisfies Record<ColumnKind, { readonly type: number; readonly length: number | undefined }>;

const headerBytes = 20;
const lengthOfNull = -1;

/**
 * The values of one column of some rows as the server takes an array in its binary form: nothing of it is escaped, and
 * nothing has to be read out of JSON. Throws for a number that is not whole where only those can stand.
 */
export function valueArray(kind: ColumnKind, rows: readonly (readonly Value[])[], column: number): Buffer {
  const { type, length } = forms[kind];
  const lengths = rows.map((row) => lengthOf(row[column] ?? null, length));
  const array = Buffer.allocUnsafe(lengths.reduce((sum, one) => sum + 4 + Math.max(one, 0), headerBytes));
  for (const [index, word] of [1, 1, type, rows.length, 1].entries()) array.writeInt32BE(word, 4 * index);
  let at = headerBytes;
  for (const [index, row] of rows.entries()) {
    const bytes = lengths[index] as number;
    at = array.writeInt32BE(bytes, at);
    if (bytes === lengthOfNull) continue;
    write(array, at, kind, row[column] as Exclude<Value, null>);
    at += bytes;
  }
  return array;
}

function lengthOf(value: Value, fixed: number | undefined): number {
  if (value === null) return lengthOfNull;
  if (fixed !== undefined) return fixed;
  return typeof value === "string" ? Buffer.byteLength(value) : (value as Uint8Array).length;
}

function write(array: Buffer, at: number, kind: ColumnKind, value: Exclude<Value, null>): void {
  if (kind === "integer") writeWhole(array, at, value as number);
  else if (kind === "real") array.writeDoubleBE(value as number, at);
  else if (kind === "flag") array[at] = Number(value);
  else if (typeof value === "string") array.write(value, at);
  else array.set(value as Uint8Array, at);
}

const half = 0x1_0000_0000;

function writeWhole(array: Buffer, at: number, value: number): void {
  if (!Number.isSafeInteger(value)) throw new RangeError("a number that is to be stored is not whole");
  array.writeInt32BE(Math.floor(value / half), at);
  array.writeUInt32BE(((value % half) + half) % half, at + 4);
}
