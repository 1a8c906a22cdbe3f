import type { Row } from "../sql/engine.js";

const chunkSize = 65_536;
const shortText = 40;
const [quote = 0, comma = 0, newline = 0, space = 0] = Buffer.from('",\n ');

/** Buffer of CSV rows. Null is an empty field, strings are quoted, and arrays and objects are JSON. */
export class CsvRows {
  private readonly chunks: Buffer[] = [];
  private chunk: Buffer = Buffer.alloc(0);
  /** Write position in the current chunk. */
  private at = 0;
  private start = 0;
  count = 0;
  /** Total size of all chunks, in bytes. */
  bytes = 0;
  /** Length of the longest line, in bytes. */
  longest = 0;

  add(row: Row): void {
    let line = "";
    for (const value of row) line += `,${field(value)}`;
    this.begin(line.length * 3);
    this.at += this.chunk.write(line.slice(1), this.at);
    this.at += 1;
    this.end();
  }

  /** Returns the CSV as a list of buffers. */
  pieces(): readonly Buffer[] {
    this.cut();
    return this.chunks;
  }

  /** Begins a row of at most `max` bytes. The caller writes a comma after each field. */
  begin(max: number): void {
    if (this.at + max > this.chunk.length) {
      this.cut();
      this.chunk = Buffer.allocUnsafe(Math.max(chunkSize, max));
      this.bytes += this.chunk.length;
    }
    this.start = this.at;
  }

  /** Ends a row and replaces its last comma with a newline. */
  end(): void {
    this.chunk[this.at - 1] = newline;
    this.longest = Math.max(this.longest, this.at - this.start);
    this.count += 1;
  }

  /** Discards the unfinished row. */
  giveUp(): void {
    this.at = this.start;
  }

  /** Copies bytes into a field without quoting. */
  bytesOf(from: Buffer, start: number, end: number): void {
    const { chunk } = this;
    let { at } = this;
    for (let place = start; place < end; place += 1) chunk[at++] = from[place] as number;
    chunk[at++] = comma;
    this.at = at;
  }

  /** Copies bytes into a quoted field and doubles its quotation marks. */
  quotedBytesOf(from: Buffer, start: number, end: number): void {
    const { chunk } = this;
    let { at } = this;
    chunk[at++] = quote;
    for (let place = start; place < end; place += 1) {
      const byte = from[place] as number;
      chunk[at++] = byte;
      if (byte === quote) chunk[at++] = quote;
    }
    chunk[at++] = quote;
    chunk[at++] = comma;
    this.at = at;
  }

  /**
   * Writes a field from a JSON string that is a UTC timestamp. For any other string, writes nothing and returns false.
   */
  moment(from: Buffer, start: number, end: number): boolean {
    if (!isMoment(from, start, end)) return false;
    const { chunk, at } = this;
    chunk[at] = quote;
    for (let place = 1; place <= 19; place += 1) chunk[at + place] = from[start + place] as number;
    chunk[at + 11] = space;
    chunk[at + 20] = quote;
    chunk[at + 21] = comma;
    this.at = at + 22;
    return true;
  }

  empty(): void {
    this.chunk[this.at++] = comma;
  }

  value(value: unknown): void {
    const text = field(value);
    if (text.length > shortText || !this.ascii(text)) this.at += this.chunk.write(text, this.at);
    this.chunk[this.at++] = comma;
  }

  /** Writes a short ASCII string, which is faster than a native call. Returns false if the string is not ASCII. */
  private ascii(text: string): boolean {
    const { chunk, at } = this;
    for (let place = 0; place < text.length; place += 1) {
      const code = text.charCodeAt(place);
      if (code > 127) return false;
      chunk[at + place] = code;
    }
    this.at = at + text.length;
    return true;
  }

  private cut(): void {
    if (this.at > 0) this.chunks.push(this.chunk.subarray(0, this.at));
    this.chunk = this.chunk.subarray(this.at);
    this.at = 0;
  }
}

const form = Buffer.from('"0000-00-00T00:00:00+00:00"');
const [zero = 0, nine = 0, letterT] = Buffer.from("09T");

/** Returns true if the bytes have the form `"2026-03-05T15:00:00+00:00"`, with T or a space as the separator. */
function isMoment(bytes: Buffer, start: number, end: number): boolean {
  if (end - start !== form.length) return false;
  for (let place = 0; place < form.length; place += 1) {
    const byte = bytes[start + place] as number;
    if (form[place] === zero ? byte < zero || byte > nine : byte !== form[place]) {
      if (form[place] !== letterT || byte !== space) return false;
    }
  }
  return true;
}

export function csvRows(rows: readonly Row[]): CsvRows {
  const all = new CsvRows();
  for (const row of rows) all.add(row);
  return all;
}

function field(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return inQuotes(value);
  return typeof value === "object" ? inQuotes(JSON.stringify(value)) : String(value);
}

const inQuotes = (text: string): string => `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`;
