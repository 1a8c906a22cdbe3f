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
export function weightOf(bytes: Uint8Array, start: number, end: number, idLength: number): number | undefined {
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
