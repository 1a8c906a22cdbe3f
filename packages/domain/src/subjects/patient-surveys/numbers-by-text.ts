/** Map from strings to several named integers below 2^31. */
export type NumbersByText<Name extends string> = {
  get(text: string, name: Name): number | undefined;
  set(text: string, name: Name, number: number): void;
};

const initialSlots = 1_024;
const notThere = -1;

/**
 * Creates a map that holds half a million strings in a few megabytes, outside of the garbage collector's work.
 * Strings are stored as 64-bit hashes. The chance of a collision among half a million strings is one in a hundred
 * million.
 */
export function numbersByText<Name extends string>(names: readonly Name[]): NumbersByText<Name> {
  const width = 2 + names.length;
  let slots = initialSlots;
  let used = 0;
  let cells = emptyCells(slots, width);

  /** Returns the cell of the hash, or the free cell for it. */
  const find = ([high, low]: Digest): number => {
    let slot = low & (slots - 1);
    for (;;) {
      const cell = slot * width;
      if (isFree(cells, cell) || (cells[cell] === high && cells[cell + 1] === low)) return cell;
      slot = (slot + 1) & (slots - 1);
    }
  };

  const grow = (): void => {
    const before = cells;
    slots *= 2;
    cells = emptyCells(slots, width);
    for (let cell = 0; cell < before.length; cell += width) {
      if (isFree(before, cell)) continue;
      cells.set(before.subarray(cell, cell + width), find([before[cell] as number, before[cell + 1] as number]));
    }
  };

  return {
    get(text, name) {
      const number = cells[find(digestOf(text)) + 2 + names.indexOf(name)];
      return number === notThere ? undefined : number;
    },
    set(text, name, number) {
      if (used * 3 >= slots * 2) grow();
      const digest = digestOf(text);
      const cell = find(digest);
      if (isFree(cells, cell)) {
        used += 1;
        cells.set(digest, cell);
      }
      cells[cell + 2 + names.indexOf(name)] = number;
    },
  };
}

type Digest = readonly [high: number, low: number];

const emptyCells = (slots: number, width: number) => new Int32Array(slots * width).fill(notThere);

/** No hash has this value as its first half. */
const isFree = (cells: Int32Array, cell: number): boolean => cells[cell] === notThere;

/** Two MurmurHash3-style hashes over UTF-16 with different seeds. The first half is never negative. */
function digestOf(text: string): Digest {
  let high = 0x9747b28c ^ text.length;
  let low = 0x1b873593 ^ text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x85ebca6b);
    high ^= high >>> 15;
    low = Math.imul(low ^ code, 0xc2b2ae35);
    low ^= low >>> 13;
  }
  high = Math.imul(high ^ (high >>> 16), 0x21f0aaad);
  low = Math.imul(low ^ (low >>> 16), 0x735a2d97);
  return [(high ^ (high >>> 15)) & 0x7fffffff, low ^ (low >>> 15)];
}
