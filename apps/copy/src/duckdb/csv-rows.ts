import type { Row } from "../sql/engine.js";

/** As text, rows would be moved about by the garbage collector until they are written. */
const mostText = 65_536;

/** Rows as CSV: what is null is empty, every text is in quotation marks, arrays and objects are JSON. */
export class CsvRows {
  private readonly chunks: Buffer[] = [];
  private text = "";
  count = 0;
  /** How many characters the longest line has. */
  longest = 0;

  add(row: Row): void {
    let line = "";
    for (const value of row) line += `,${field(value)}`;
    line = `${line.slice(1)}\n`;
    this.longest = Math.max(this.longest, line.length);
    this.text += line;
    this.count += 1;
    if (this.text.length > mostText) this.cut();
  }

  /** All of it, in pieces. */
  bytes(): readonly Buffer[] {
    this.cut();
    return this.chunks;
  }

  private cut(): void {
    this.chunks.push(Buffer.from(this.text));
    this.text = "";
  }
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
