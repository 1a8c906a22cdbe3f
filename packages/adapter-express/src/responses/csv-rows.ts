/** Approximate size of a portion in bytes. Other requests can run between two portions. */
const portionBytes = 65_536;

const byteOf = (character: string): number => character.charCodeAt(0);
const [quote, comma, lineFeed, carriageReturn] = [byteOf('"'), byteOf(","), byteOf("\n"), byteOf("\r")];
const [openObject, closeObject, backslash, firstOfNull] = [byteOf("{"), byteOf("}"), byteOf("\\"), byteOf("n")];

/** Kinds of bytes in JSON strings. A string with one of the last two kinds may change in CSV. */
const [ordinary, endsString, separates, escapes, mayStartCell] = [0, 1, 2, 4, 8] as const;
const kinds = new Uint8Array(256);
kinds[quote] = endsString;
kinds[comma] = separates;
kinds[backslash] = escapes;
kinds[byteOf(";")] = mayStartCell;

/** Change of the depth of nested values at each byte outside of strings. */
const nesting = new Int8Array(256);
for (const open of "[{") nesting[byteOf(open)] = 1;
for (const close of "]}") nesting[byteOf(close)] = -1;

/** Bytes that may start a formula. The last one is the first byte of full-width characters in UTF-8. */
const formulaStarts = new Set([..."=+-@"].map(byteOf).concat(0xef));

/** How to write a cell: copy the bytes of the item, double the quotation marks among them, or render a string. */
const [copied, doubled, rendered] = [0, 1, 2] as const;

/** Member of items. `column` is undefined if no column has its name. */
type Member = {
  /** Name in JSON, with the colon. */
  readonly name: Uint8Array;
  readonly column: number | undefined;
  /** Member after this one in the previous item. */
  next?: Member;
};

/**
 * Renders items as rows of CSV, in portions. Each item is one line of JSON, as `JSON.stringify` writes it.
 * `textCell` renders a string as a cell.
 *
 * Copies the bytes of most cells. Rendering every cell as a string would take three times as long.
 */
export function csvRows(columns: readonly string[], textCell: (text: string) => string) {
  const [starts, ends] = [new Uint32Array(columns.length), new Uint32Array(columns.length)];
  const ways = new Uint8Array(columns.length);
  const memberIn = memberFinder(columns);
  const beginning: Member = { name: new Uint8Array(), column: undefined };
  /** Kinds of bytes in the current value. */
  let seen = 0;

  /** Notes the cells of the item that starts at `from`. Returns the end of the item. */
  function readItem(items: Buffer, from: number): number {
    ends.fill(0);
    let at = from;
    for (let before = beginning; items[at] !== closeObject && items[at + 1] === quote;) {
      const { next } = before;
      const member = next && isAt(items, at + 1, next.name) ? next : memberIn(items, at + 1);
      before.next = member;
      before = member;
      const start = at + 1 + member.name.length;
      at = endOfValue(items, start);
      if (member.column !== undefined) noteCell(items, member.column, start, at);
    }
    return items[at] === openObject ? at + 2 : at + 1;
  }

  /** Returns the position after a value, which is a comma or the end of the item. */
  function endOfValue(items: Buffer, from: number): number {
    let depth = 0;
    seen = 0;
    for (let at = from; at < items.length; at += 1) {
      const byte = items[at] as number;
      if (depth === 0 && (byte === comma || byte === closeObject)) return at;
      depth += nesting[byte] as number;
      if (depth > 0) seen |= kinds[byte] as number;
      if (byte === quote) at = endOfString(items, at);
    }
    throw new Error("An item of a list is not complete");
  }

  /** Returns the position of a string's last quotation mark. */
  function endOfString(items: Buffer, from: number): number {
    for (let at = from + 1; at < items.length; at += 1) {
      const kind = kinds[items[at] as number] as number;
      if (kind === ordinary) continue;
      if (kind === endsString) return at;
      seen |= kind;
      if (kind === escapes) at += 1;
    }
    return items.length;
  }

  function noteCell(items: Buffer, column: number, start: number, end: number): void {
    const first = items[start];
    if (first === firstOfNull) return;
    const way = wayOf(items, start);
    // An ordinary string loses its quotation marks. An empty string keeps them, because an empty cell is `null`.
    const marks = first === quote && seen === 0 && way === copied && end - start > 2 ? 1 : 0;
    ways[column] = way;
    starts[column] = start + marks;
    ends[column] = end - marks;
  }

  function wayOf(items: Buffer, start: number): number {
    if (items[start] !== quote && seen < mayStartCell) return seen > 0 ? doubled : copied;
    return seen > separates || formulaStarts.has(items[start + 1] as number) ? rendered : copied;
  }

  /** Writes the noted cells to `row`. Returns the new number of bytes in `row`. */
  function writeRow(items: Buffer, row: Buffer, from: number): number {
    let used = from;
    for (let column = 0; column < columns.length; column += 1) {
      if (column > 0) row[used++] = comma;
      if (ends[column] !== 0) used = writeCell(items, column, row, used);
    }
    row[used++] = carriageReturn;
    row[used++] = lineFeed;
    return used;
  }

  function writeCell(items: Buffer, column: number, row: Buffer, from: number): number {
    const [start, end, way] = [starts[column] as number, ends[column] as number, ways[column]];
    if (way === rendered) {
      const json = items.toString("utf8", start, end);
      return from + row.write(textCell(items[start] === quote ? (JSON.parse(json) as string) : json), from);
    }
    let used = from;
    if (way === doubled) row[used++] = quote;
    for (let at = start; at < end; at += 1) {
      const byte = items[at] as number;
      if (way === doubled && byte === quote) row[used++] = quote;
      row[used++] = byte;
    }
    if (way === doubled) row[used++] = quote;
    return used;
  }

  /** Memory of an earlier portion. */
  let spare: Buffer | undefined;

  function* portions(items: Buffer): Generator<Uint8Array, void> {
    let portion: Buffer = Buffer.alloc(0);
    let used = 0;
    for (let at = 0; at < items.length;) {
      const end = readItem(items, at);
      // A cell has at most twice as many bytes as its value, and four more for quotation marks and separators.
      const longest = 2 * (end - at) + 4 * (columns.length + 1);
      if (portion.length - used < longest) {
        if (used > 0) yield portion.subarray(0, used);
        portion = spare && spare.length >= longest ? spare : Buffer.allocUnsafeSlow(Math.max(portionBytes, longest));
        spare = undefined;
        used = 0;
      }
      used = writeRow(items, portion, used);
      at = end + 1;
    }
    if (used > 0) yield portion.subarray(0, used);
  }

  return {
    portions,
    /** Uses the memory of a portion for a later one. Otherwise, the garbage collector would free it much later. */
    reuse: ({ buffer }: Uint8Array) => void (spare = Buffer.from(buffer)),
  };
}

function isAt(items: Uint8Array, from: number, name: Uint8Array): boolean {
  for (let at = 0; at < name.length; at += 1) if (items[from + at] !== name[at]) return false;
  return true;
}

/** Returns a function that finds the member whose name is at a position. */
function memberFinder(columns: readonly string[]) {
  const members = new Map(columns.map((name, column) => named(`${JSON.stringify(name)}:`, column)));
  return (items: Buffer, from: number): Member => {
    let end = from + 1;
    while (end < items.length && items[end] !== quote) end += items[end] === backslash ? 2 : 1;
    const [name, unknown] = named(items.toString("utf8", from, end + 2));
    const member = members.get(name) ?? unknown;
    members.set(name, member);
    return member;
  };
}

const named = (name: string, column?: number): [string, Member] => [name, { name: Buffer.from(name), column }];
