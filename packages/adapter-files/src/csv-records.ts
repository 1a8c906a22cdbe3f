import type { FileHandle } from "node:fs/promises";
import { Readable, pipeline } from "node:stream";
import { invalid } from "@repute/domain";
import type { Parser } from "csv-parse";
import { CsvError, parse } from "csv-parse";
import type { Notice } from "./notices.js";
import { pieces, withoutMark } from "./pieces.js";
import { plainRows } from "./plain-rows.js";
import { utf8Text } from "./utf8-text.js";

/** The cells of a row. */
export type Cells = readonly string[];

/** What may stand between two cells. */
export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

const quote = 0x22;
const lineEnds = [0x0a, 0x0d];
/** Maximum number of bytes in a row. */
export const longestRow = 1_048_576;
const mostColumns = 500;
/** Maximum number of cells in a row: more than any table has, with room for rows that are cut wrong. */
export const maxCells = 2_000;

/**
 * The rows of a table in a text file, blank ones too, some at a time; `file_unreadable` where it is none. Many tables quote
 * nothing: what stands before the first quote is only cut, which is many times as fast as parsing.
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

/** Whether lines can be cut at each delimiter, and none of them is too long. */
const isPlain = (lines: Buffer): boolean =>
  !lines.includes(quote) && lines.length <= longestRow && lineEnds.includes(lines.at(-1) as number);

/** What is parsed, after so many rows. */
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
    max_record_size: longestRow,
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
 * Hands text on to the parser as long as rows end. The parser's own limit counts the text of cells and not the delimiters
 * between them, so a row of nothing but delimiters would grow until the process runs out of memory.
 */
async function* whileRowsEnd(text: AsyncIterable<Buffer>, parser: Parser, rowsBefore: number): AsyncGenerator<Buffer> {
  let [records, unfinished] = [0, 0];
  for await (const block of text) {
    const ended = parser.info.records;
    unfinished = ended === records ? unfinished + block.length : block.length;
    records = ended;
    // The block before this one may not be parsed yet.
    if (unfinished > 2 * longestRow + block.length) throw tooLong(rowsBefore + records + 1);
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

/** The headings of a table without outer spaces; `file_unreadable` for more of them than any table has. */
export function headingsOf(cells: Cells): Cells {
  if (cells.length <= mostColumns) return cells.map((cell) => cell.trim());
  throw unreadable(`it has ${cells.length} columns, but the maximum is ${mostColumns}`);
}

/** What is wrong with a row that has more cells than there are headings; empty ones at its end are none. */
export const tooManyCells = (headings: Cells, cells: Cells): string | undefined =>
  cells.slice(headings.length).some((cell) => cell !== "")
    ? `has ${cells.length} cells, expected ${headings.length}`
    : undefined;

/** The parser's own message quotes the text, so it goes nowhere. */
function notATable({ code, lines = 0 }: CsvError & { readonly lines?: number }, rowsBefore: number) {
  if (code === "CSV_QUOTE_NOT_CLOSED") return unreadable("a quoted cell has no closing quote");
  return unreadable(
    code === "CSV_MAX_RECORD_SIZE" ? `the row at line ${rowsBefore + lines} is longer than 1 MB` : "it is not a table",
  );
}

const unreadable = (reason: string) => invalid("file_unreadable", `cannot read the table: ${reason}`);
