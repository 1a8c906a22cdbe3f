import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { invalid } from "@repute/domain";
import { CsvError, parse, type Parser } from "csv-parse";
import { type Notice, pieces, utf8Text, withoutMark } from "./input-file.js";

/** Cells of one row. */
export type Cells = readonly string[];

/** Characters that can separate two cells of a table in a text file. */
export const delimiters = [",", ";", "\t", "|"] as const;

export type Delimiter = (typeof delimiters)[number];

const quote = 0x22;

const lineEnds = [0x0a, 0x0d];

/** Maximum size of a row in bytes. */
export const maxRowLength = 1_048_576;

const maxColumns = 500;

/** Maximum number of cells in a row. Real tables have fewer cells; the margin allows for incorrectly split rows. */
export const maxCells = 2_000;

/**
 * Reads the rows of a delimited-text file in chunks, including blank rows.
 * Throws `file_unreadable` if the file is not a table.
 * Lines before the first quote are split without the CSV parser, which is many times faster.
 */
export async function* csvRecords(
  handle: FileHandle,
  delimiter: Delimiter,
  notice: Notice,
): AsyncGenerator<readonly Cells[]> {
  const blocks = utf8Text(pieces(handle), notice);
  let rows = 0;
  for (let next = await blocks.next(); !next.done; next = await blocks.next()) {
    const lines = rows === 0 ? withoutMark(next.value) : next.value;
    if (!isPlain(lines)) return yield* parsed(continued(lines, blocks), delimiter, rows);
    const some = plainRows(lines.toString(), delimiter);
    refuseWideRow(some, rows);
    rows += some.length;
    yield some;
  }
}

async function* continued(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** True if the lines can be split without the CSV parser: no quotes, only complete rows, and at most 1 MB. */
const isPlain = (lines: Buffer): boolean =>
  !lines.includes(quote) && lines.length <= maxRowLength && lineEnds.includes(lines.at(-1) as number);

/** Splits complete lines without quotes into cells, with the same result as the CSV parser. */
export function plainRows(text: string, delimiter: string): readonly (readonly string[])[] {
  const lines = text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n");
  // Remove the empty string after the last line end.
  lines.pop();
  return lines.map((line) => line.split(delimiter));
}

/** Parses the rest of a table with the CSV parser, after `rowsBefore` rows. */
async function* parsed(
  text: AsyncIterable<Buffer>,
  delimiter: Delimiter,
  rowsBefore: number,
): AsyncGenerator<readonly Cells[]> {
  const options = {
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRowLength,
  };
  const parser = parse(options);
  const source = Readable.from(whileRowsEnd(text, parser, rowsBefore), { highWaterMark: 1 });
  pipeline(source, parser, () => {});
  let rows = rowsBefore;
  try {
    for await (const first of parser as AsyncIterable<Cells>) {
      const some = [first];
      for (let cells = readFrom(parser); cells !== null; cells = readFrom(parser)) some.push(cells);
      refuseWideRow(some, rows);
      rows += some.length;
      yield some;
    }
  } catch (error) {
    throw error instanceof CsvError ? notATable(error, rowsBefore) : error;
  } finally {
    parser.destroy();
  }
}

/**
 * Passes text to the CSV parser.
 * Throws if a row does not end within the size limit.
 * The parser's own limit counts the characters of cells but not the delimiters, so a row of only delimiters would
 * exhaust memory.
 */
async function* whileRowsEnd(text: AsyncIterable<Buffer>, parser: Parser, rowsBefore: number): AsyncGenerator<Buffer> {
  let [records, unfinished] = [0, 0];
  for await (const block of text) {
    const ended = parser.info.records;
    unfinished = ended === records ? unfinished + block.length : block.length;
    records = ended;
    // Allow for twice the maximum, because the parser may not have processed the previous block yet.
    if (unfinished > 2 * maxRowLength + block.length) throw tooLong(rowsBefore + records + 1);
    yield block;
  }
}

function refuseWideRow(rows: readonly Cells[], rowsBefore: number): void {
  const wide = rows.findIndex((cells) => cells.length > maxCells);
  if (wide !== -1) throw unreadable(`row ${rowsBefore + wide + 1} has more than ${maxCells} cells`);
}

const tooLong = (row: number) => unreadable(`row ${row} is longer than 1 MB`);

const readFrom = (parser: Readable): Cells | null => parser.read() as Cells | null;

export const isBlank = (cells: Cells): boolean => cells.every((cell) => cell.trim() === "");

/** Trims the headings of a table. Throws `file_unreadable` if there are more than 500 headings. */
export function headingsOf(cells: Cells): Cells {
  if (cells.length <= maxColumns) return cells.map((cell) => cell.trim());
  throw unreadable(`it has ${cells.length} columns, but the maximum is ${maxColumns}`);
}

/** Describes the problem of a row with more cells than headings, ignoring blank trailing cells. */
export const tooManyCells = (headings: Cells, cells: Cells): string | undefined =>
  isBlank(cells.slice(headings.length)) ? undefined : `has ${cells.length} cells, expected ${headings.length}`;

/** Replaces the error message of the CSV parser, which may quote the file. */
function notATable({ code, lines = 0 }: CsvError & { readonly lines?: number }, rowsBefore: number) {
  if (code === "CSV_QUOTE_NOT_CLOSED") return unreadable("a quoted cell has no closing quote");
  return unreadable(
    code === "CSV_MAX_RECORD_SIZE" ? `the row at line ${rowsBefore + lines} is longer than 1 MB` : "it is not a table",
  );
}

const unreadable = (reason: string) => invalid("file_unreadable", `cannot read the table: ${reason}`);
