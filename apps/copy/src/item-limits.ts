/** Maximum nesting of an item. JSON is written by recursion, which a deeper item would exhaust. */
const maxDepth = 500;

/** Maximum number of values in an item. Their number decides how much memory a parsed item takes. */
const maxValues = 500_000;

/** A shorter item cannot be deeper or have more values, so it is not searched. */
const shortItem = 2 * maxDepth;

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

/** Whether an item is nested too deeply, or has too many values, to be parsed and stored. */
export function isExcessive(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < shortItem) return false;
  let [depth, values] = [0, 0];
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at + 1, end);
    depth += deeper[byte] ?? 0;
    values += more[byte] ?? 0;
    if (depth > maxDepth || values > maxValues) return true;
  }
  return false;
}

function endOfString(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
