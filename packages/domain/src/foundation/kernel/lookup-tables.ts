/** Maximum number of cached values. Exceeds the number of distinct values in a typical practice. */
const maxRemembered = 10_000;

/** Memoizes a function of one string or number. Caches the results of the first 10,000 distinct arguments. */
export function remembered<Key extends string | number, Answer>(find: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, { readonly answer: Answer }>();
  return (key) => {
    const before = known.get(key);
    if (before) return before.answer;
    const answer = find(key);
    if (known.size < maxRemembered) known.set(key, { answer });
    return answer;
  };
}

/**
 * Memoizes a function of an array or object that never changes. The result is released together with it.
 * If a storage returns the same array for unchanged records, their index is therefore built only once.
 */
export function rememberedOf<Source extends object, Answer extends object>(
  derive: (source: Source) => Answer,
): (source: Source) => Answer {
  const known = new WeakMap<Source, Answer>();
  return (source) => {
    const before = known.get(source);
    if (before) return before;
    const answer = derive(source);
    known.set(source, answer);
    return answer;
  };
}

/** Hash table from strings to numbers. Stores hashes instead of strings to save memory. */
export type TextTable = {
  /** Returns the index of a string, or -1 if the table does not contain the string. */
  find(text: string): number;
  /** Adds a row that consists of a new string and a number for each column. Returns the index of the row. */
  add(text: string, ...numbers: readonly number[]): number;
  /** Returns the number in a column for the string at an index. */
  get(at: number, column: number): number;
  set(at: number, column: number, number: number): void;
};

const fewest = 1_024;

/** Rounds up to a power of two, because the number of hash slots must be a power of two. */
function roomFor(expected: number): number {
  let room = fewest;
  while (room < expected) room *= 2;
  return room;
}

/**
 * Creates a table that stores `columns` numbers per string.
 * Allocates memory for `expected` strings, because growing a large table is slow.
 *
 * Stores two 32-bit hashes per string.
 * Among a million strings, the probability of a collision is below one in ten million.
 */
export function textTable(columns: number, expected = 0): TextTable {
  const room = roomFor(expected);
  let slots = new Int32Array(2 * room);
  let hashes = new Int32Array(2 * room);
  let numbers = new Float64Array(columns * room);
  let size = 0;

  /**
   * Returns the slot of a string, or the free slot where it belongs.
   * A slot contains the string's index plus 1, or 0 if it is free.
   */
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

/** Returns a 53-bit hash of a string. */
export const numberOfText = (text: string): number =>
  (hashOf(text, firstSeed) >>> 0) * 0x200000 + (hashOf(text, secondSeed) >>> 11);

const [firstSeed, secondSeed] = [0x9e3779b1, 0x85ebca77];

/** Returns a 32-bit hash that depends on every character and its position. */
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
