import type { FileHandle } from "node:fs/promises";
import { Readable, pipeline } from "node:stream";
import { invalid } from "@repute/domain";
import { CsvError, parse } from "csv-parse";
import { pieces } from "./pieces.js";
import { utf8Text } from "./utf8-text.js";

/** The cells of a row. */
export type Cells = readonly string[];

/** What may stand between two cells. */
export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

const longestRow = 1_048_576;
const mostColumns = 500;

/** The rows of a table in a text file, blank ones too; `file_unreadable` where it is none. */
export async function* csvRecords(handle: FileHandle, delimiter: Delimiter): AsyncGenerator<Cells> {
  const options = {
    bom: true,
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestRow,
  };
  const parser = pipeline(Readable.from(utf8Text(pieces(handle))), parse(options), () => {});
  try {
    yield* parser as AsyncIterable<Cells>;
  } catch (error) {
    throw error instanceof CsvError ? notATable(error) : error;
  } finally {
    parser.destroy();
  }
}

export const isBlank = (cells: Cells): boolean => cells.every((cell) => cell.trim() === "");

/** The headings of a table without outer spaces; `file_unreadable` for more of them than any table has. */
export function headingsOf(cells: Cells): Cells {
  if (cells.length <= mostColumns) return cells.map((cell) => cell.trim());
  throw unreadable(`it has ${cells.length} columns; ${mostColumns} are the most`);
}

/** What is wrong with a row that has more cells than there are headings; empty ones at its end are none. */
export const tooManyCells = (headings: Cells, cells: Cells): string | undefined =>
  cells.slice(headings.length).some((cell) => cell !== "")
    ? `has ${cells.length} cells, expected ${headings.length}`
    : undefined;

/** The parser's own message quotes the text, so it goes nowhere. */
function notATable({ code, lines }: CsvError & { readonly lines?: number }) {
  if (code === "CSV_QUOTE_NOT_CLOSED") return unreadable("a quoted cell never ends");
  return unreadable(
    code === "CSV_MAX_RECORD_SIZE" ? `at line ${lines} a row is longer than 1 MB` : "it is not a table",
  );
}

const unreadable = (reason: string) => invalid("file_unreadable", `cannot read the table: ${reason}`);
