/**
 * Kinds of JSON values.
 * `absent` includes null, `escaped` is a string with escapes, and `digits` is a non-negative integer.
 * `number` is a number with a decimal point.
 */
export const absent = 0;
export const text = 1;
export const escaped = 2;
export const digits = 3;
export const number = 4;
export const flag = 5;
export const nested = 6;

const codes = (characters: string): readonly number[] => [...Buffer.from(characters)];
const [quote = 0, backslash, open, close, openList, closeList, comma] = codes('"\\{}[],');
const [letterF, letterN, letterT, zero = 0, nine = 0, point] = codes("fnt09.");
const space = 32;
const wrong = -1;
const maxNumberLength = 15;

/** Finds the byte positions of an item's values without parsing the values. */
export class ItemSpans {
  private readonly keys: readonly Buffer[];
  /** Member that is expected after each member, because it followed in the previous item. */
  private readonly following: Int32Array;
  private readonly start: Int32Array;
  private readonly end: Int32Array;
  private found = absent;
  /** JSON value kind of each member in the current item. */
  readonly kind: Uint8Array;
  /** Buffer that contains the current item. */
  bytes: Buffer = Buffer.alloc(0);

  constructor(names: readonly string[]) {
    this.keys = names.map((name) => Buffer.from(`${JSON.stringify(name)}:`));
    this.following = new Int32Array(names.length + 1);
    this.kind = new Uint8Array(names.length);
    this.start = new Int32Array(names.length);
    this.end = new Int32Array(names.length);
  }

  /**
   * Reads an item in the compact JSON format of the service.
   * Returns false if the item has an unknown member or another format, such as JSON with spaces.
   */
  read(bytes: Buffer, start: number, end: number): boolean {
    this.kind.fill(absent);
    this.bytes = bytes;
    if (bytes[start] !== open) return false;
    let member = this.keys.length;
    let at = start;
    do {
      const before = member;
      member = this.memberAt(bytes, at + 1, before);
      if (member === wrong) return false;
      this.following[before] = member;
      const from = at + 1 + (this.keys[member]?.length ?? 0);
      at = this.valueEnd(bytes, from, end);
      if (at === wrong) return false;
      this.kind[member] = this.found;
      this.start[member] = from;
      this.end[member] = at;
    } while (bytes[at] === comma);
    return bytes[at] === close && at + 1 === end;
  }

  startOf(member: number): number {
    return this.start[member] as number;
  }

  endOf(member: number): number {
    return this.end[member] as number;
  }

  lengthOf(member: number): number {
    return this.endOf(member) - this.startOf(member);
  }

  parsed(member: number): unknown {
    return JSON.parse(this.bytes.toString("utf8", this.startOf(member), this.endOf(member)));
  }

  private memberAt(bytes: Buffer, at: number, before: number): number {
    const likely = this.following[before] ?? 0;
    return isAt(bytes, at, this.keys[likely]) ? likely : this.keys.findIndex((key) => isAt(bytes, at, key));
  }

  /** Returns the end of the value that begins at `at`. Also stores the kind of the value in this object. */
  private valueEnd(bytes: Buffer, at: number, end: number): number {
    switch (bytes[at]) {
      case quote:
        return this.textEnd(bytes, at + 1, end);
      case open:
      case openList:
        this.found = nested;
        return nestedEnd(bytes, at, end);
      case letterN:
        this.found = absent;
        return at + 4;
      case letterT:
        this.found = flag;
        return at + 4;
      case letterF:
        this.found = flag;
        return at + 5;
      default:
        return this.numberEnd(bytes, at, end);
    }
  }

  private textEnd(bytes: Buffer, start: number, end: number): number {
    this.found = text;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === quote) return at + 1;
      if (byte < space) return wrong;
      if (byte === backslash) {
        this.found = escaped;
        at += 1;
      }
    }
    return wrong;
  }

  private numberEnd(bytes: Buffer, start: number, end: number): number {
    this.found = digits;
    let at = start;
    for (; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === comma || byte === close) break;
      if (byte === point) this.found = number;
      else if (byte < zero || byte > nine) return wrong;
    }
    return at > start && at - start <= maxNumberLength ? at : wrong;
  }
}

function nestedEnd(bytes: Buffer, start: number, end: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) isText = !isText;
    else if (isText) at += Number(byte === backslash);
    else if (byte === open || byte === openList) depth += 1;
    else if ((byte === close || byte === closeList) && (depth -= 1) === 0) return at + 1;
  }
  return wrong;
}

function isAt(bytes: Buffer, at: number, key: Buffer | undefined): boolean {
  if (!key) return false;
  for (let place = 0; place < key.length; place += 1) if (bytes[at + place] !== key[place]) return false;
  return true;
}
