/** Numbers by texts, for so many texts that keeping them would take too much memory. */
export type TextTable = {
  /** Where a text stands, counted from 0; -1 where it is not there. */
  find(text: string): number;
  /** Puts a text that is not there behind the others, with its numbers, and returns where it stands. */
  add(text: string, ...numbers: readonly number[]): number;
  /** One of the numbers of the text that stands there. */
  get(at: number, column: number): number;
  set(at: number, column: number, number: number): void;
};

const fewest = 1_024;

/** A power of two, because the places of texts are. */
function roomFor(expected: number): number {
  let room = fewest;
  while (room < expected) room *= 2;
  return room;
}

/**
 * A table with so many numbers a text. It has room for as many texts as are expected, and grows with more of them, which takes
 * long when there are many. Of a text two hashes are kept, 64 bits: among a million texts the odds that two of
 * them are taken for one are less than one to ten million.
 */
export function textTable(columns: number, expected = 0): TextTable {
  const room = roomFor(expected);
  let slots = new Int32Array(2 * room);
  let hashes = new Int32Array(2 * room);
  let numbers = new Float64Array(columns * room);
  let size = 0;

  /** The slot of a text, or the free one where it belongs. A slot holds 1 for the first text. */
  function slotOf(first: number, second: number): number {
    for (let slot = first & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const at = (slots[slot] as number) - 1;
      if (at < 0 || (hashes[2 * at] === first && hashes[2 * at + 1] === second)) return slot;
    }
  }

  function grow(): void {
    const [moreHashes, moreNumbers] = [new Int32Array(2 * hashes.length), new Float64Array(2 * numbers.length)];
    moreHashes.set(hashes);
    moreNumbers.set(numbers);
    [hashes, numbers, slots] = [moreHashes, moreNumbers, new Int32Array(2 * slots.length)];
    for (let at = 0; at < size; at += 1) {
      slots[slotOf(hashes[2 * at] as number, hashes[2 * at + 1] as number)] = at + 1;
    }
  }

  return {
    find: (text) => (slots[slotOf(hashOf(text, firstSeed), hashOf(text, secondSeed))] as number) - 1,
    add(text, ...values) {
      if (2 * size === hashes.length) grow();
      const [first, second] = [hashOf(text, firstSeed), hashOf(text, secondSeed)];
      hashes[2 * size] = first;
      hashes[2 * size + 1] = second;
      numbers.set(values, columns * size);
      slots[slotOf(first, second)] = size + 1;
      return size++;
    },
    get: (at, column) => numbers[columns * at + column] as number,
    set(at, column, number) {
      numbers[columns * at + column] = number;
    },
  };
}

const [firstSeed, secondSeed] = [0x9e3779b1, 0x85ebca77];

/** 32 bits that depend on every character and its place. */
function hashOf(text: string, seed: number): number {
  let hash = seed ^ text.length;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0xcc9e2d51);
    hash = (hash << 15) | (hash >>> 17);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** A number that tells a text from others. */
export const numberOfText = (text: string): number =>
  (hashOf(text, firstSeed) >>> 0) * 0x200000 + (hashOf(text, secondSeed) >>> 11);
