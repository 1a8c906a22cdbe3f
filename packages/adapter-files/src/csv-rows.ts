import type { FileHandle } from "node:fs/promises";
import { Readable, pipeline } from "node:stream";
import type { CallRow } from "@repute/domain";
import { invalid } from "@repute/domain";
import { CsvError, parse } from "csv-parse";
import { pieces } from "./pieces.js";

type Cells = readonly string[];

const chunkRows = 1_000;
const longestRow = 1_048_576;
const mostColumns = 500;

/** The rows of a table below its row of headings, some at a time, numbered as a spreadsheet does; blank ones are left out. */
export async function* csvRows(handle: FileHandle): AsyncGenerator<readonly CallRow[]> {
  let headings: Cells | undefined;
  let chunk: CallRow[] = [];
  let row = 0;
  for await (const cells of records(handle)) {
    row += 1;
    if (cells.every((cell) => cell.trim() === "")) continue;
    if (headings) chunk.push(rowOf(row, headings, cells));
    else headings = headingsOf(cells);
    if (chunk.length < chunkRows) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function headingsOf(cells: Cells): Cells {
  if (cells.length <= mostColumns) return cells;
  throw unreadable(`it has ${cells.length} columns; ${mostColumns} are the most`);
}

function rowOf(row: number, headings: Cells, cells: Cells): CallRow {
  if (cells.slice(headings.length).some((cell) => cell !== "")) {
    return { row, problem: `has ${cells.length} cells, expected ${headings.length}` };
  }
  return {
    row,
    form: "csv",
    cells: Object.fromEntries(headings.map((heading, index) => [heading.trim(), cells[index]])),
  };
}

async function* records(handle: FileHandle): AsyncGenerator<Cells> {
  const options = {
    bom: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestRow,
  };
  const parser = pipeline(Readable.from(decoded(handle)), parse(options), () => {});
  try {
    yield* parser as AsyncIterable<Cells>;
  } catch (error) {
    throw error instanceof CsvError ? unreadable(reasonOf(error)) : error;
  } finally {
    parser.destroy();
  }
}

async function* decoded(handle: FileHandle): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw unreadable("it is not UTF-8: save it as UTF-8 and try again");
    }
  };
  for await (const piece of pieces(handle)) yield decode(piece);
  yield decode();
}

/** The parser's own message quotes the text, so it goes nowhere. */
function reasonOf({ code, lines }: CsvError & { readonly lines?: number }): string {
  if (code === "CSV_QUOTE_NOT_CLOSED") return "a quoted cell never ends";
  return code === "CSV_MAX_RECORD_SIZE" ? `at line ${lines} a row is longer than 1 MB` : "it is not a table";
}

const unreadable = (reason: string) => invalid("file_unreadable", `cannot read the table: ${reason}`);
