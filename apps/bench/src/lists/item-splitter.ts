const [quote, backslash, openBrace, closeBrace] = [...Buffer.from('"\\{}')] as [number, number, number, number];
const opening = Buffer.from('{"items":[');
const closing = "]}";

/** Cuts the bytes of a list, however they come in pieces, into the texts of its items. */
export type ItemSplitter = {
  /** The items that are complete with this piece. */
  add(piece: Buffer): readonly string[];
  /** Throws when the bytes were not a whole list. */
  end(): void;
};

/** Cuts by braces outside of texts; whether an item is JSON is for its reader to find out. */
export function itemSplitter(): ItemSplitter {
  let rest: Buffer = Buffer.alloc(0);
  let isOpen = false;
  return {
    add(piece) {
      rest = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
      if (!isOpen && rest.length < opening.length) return [];
      if (!isOpen) {
        if (!rest.subarray(0, opening.length).equals(opening)) throw new Error("the list does not begin as one");
        rest = rest.subarray(opening.length);
        isOpen = true;
      }
      const { items, length } = cut(rest);
      rest = rest.subarray(length);
      return items;
    },
    end() {
      if (!isOpen || rest.toString() !== closing) throw new Error("the list does not end as one");
    },
  };
}

/** The whole items that `bytes` begins with, each with the comma before it, and how long they are together. */
function cut(bytes: Buffer): { readonly items: readonly string[]; readonly length: number } {
  const items: string[] = [];
  let length = 0;
  let depth = 0;
  let start = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      index = endOfText(bytes, index);
    } else if (byte === openBrace) {
      if (depth === 0) start = index;
      depth += 1;
    } else if (byte === closeBrace) {
      depth -= 1;
      if (depth < 0) break;
      if (depth > 0) continue;
      items.push(bytes.toString("utf8", start, index + 1));
      length = index + 1;
    }
  }
  return { items, length };
}

/** Where the text that begins at `start` ends; behind the bytes when it goes on. */
function endOfText(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(quote, start + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Buffer, place: number): boolean {
  let first = place;
  while (bytes[first - 1] === backslash) first -= 1;
  return (place - first) % 2 === 1;
}
