/** Maximum nesting of an item. JSON is written by recursion, which a deeper item would exhaust. */
const maxDepth = 500;

/** Maximum number of values in an item. Their number decides how much memory a parsed item takes. */
const maxValues = 200_000;

/** Maximum size of the nested rows of an item. Each of them repeats the id. */
const maxRowBytes = 33_554_432;

/** Size of a nested row without the id. */
const rowBytes = 48;

/** A shorter item cannot be deeper or have many values, so it is not searched. */
const shortItem = 2 * maxDepth;
const shortId = 200;

const [quote, backslash] = Buffer.from('"\\');
const openers = Buffer.from("[{");
const closers = Buffer.from("]}");
const comma = Buffer.from(",");

/** Change of the depth, and number of values, by byte. */
const deeper = new Int8Array(256);
const more = new Int8Array(256);
for (const byte of openers) deeper[byte] = 1;
for (const byte of closers) deeper[byte] = -1;
for (const byte of [...openers, ...comma]) more[byte] = 1;

/**
 * Weight of an item in bytes: its size, or more if it has many values, because a parsed value takes far more than its two
 * bytes of JSON. Returns undefined if the item is nested too deeply or too large to be parsed and stored.
 */
export function weightOf(bytes: Uint8Array, start: number, end: number, idLength: number): number | undefined {
  const size = end - start;
  if (size < shortItem && idLength < shortId) return size;
  const nested = valuesIn(bytes, start, end) * (rowBytes + idLength);
  return nested > maxRowBytes ? undefined : Math.max(size, nested / 4);
}

/** Counts the values of an item. Returns Infinity if it is nested too deeply or has too many. */
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
