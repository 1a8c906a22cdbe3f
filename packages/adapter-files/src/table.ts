import type { FileHandle } from "node:fs/promises";
import { invalid } from "@repute/domain";
import { type Cells, csvRecords, type Delimiter, delimiters, headingsOf, isBlank } from "./csv-records.js";
import type { Notice } from "./input-file.js";
import { isWorkbook, workbookRows } from "./workbook/workbook.js";

/** A table in a text file or a workbook, before its headings are known. */
type Table = {
  /** Reads the rows in chunks, including blank rows. */
  records(notice: Notice): AsyncGenerator<readonly Cells[]>;
  /** True if rows omit their empty trailing cells. */
  readonly isRagged: boolean;
};

/** Returns the first visible sheet of a workbook, or one table per possible delimiter of a text file. */
export async function tablesIn(
  handle: FileHandle,
  delimiters: readonly [Delimiter, ...Delimiter[]],
  notice: Notice,
): Promise<readonly [Table, ...Table[]]> {
  if (await isWorkbook(handle)) return [{ records: await workbookRows(handle, notice), isRagged: true }];
  const [first, ...others] = delimiters;
  return [cutAt(first), ...others.map(cutAt)];

  function cutAt(delimiter: Delimiter): Table {
    return { records: (onNotice) => csvRecords(handle, delimiter, onNotice), isRagged: false };
  }
}

/** A row below the headings. `row` is the row's number in a spreadsheet. */
export type DelimitedRow = { readonly row: number; readonly cells: Cells };

/** A table in a text file or a workbook, with known headings. */
type DelimitedText = {
  readonly headings: Cells;
  /** Rows below the headings, in chunks, from the beginning each time. Skips blank rows and repeated headings. */
  readonly rows: AsyncIterable<readonly DelimitedRow[]>;
};

/**
 * Headings that a type of file supports.
 * `has` looks up a heading that `folded` has simplified.
 * `examples` shows common headings for error messages.
 */
export type KnownHeadings = { has(folded: string): boolean; readonly examples: string };

/**
 * Finds the headings and the delimiter of a table.
 * Tries each delimiter and uses the row with the most known headings among the first 20.
 * Throws `file_unreadable` if the file is empty, has no headings, or repeats a known heading.
 */
export async function delimitedText(handle: FileHandle, known: KnownHeadings, notice: Notice): Promise<DelimitedText> {
  const found = await headingRow(await tablesIn(handle, delimiters, notice), known);
  const headings = headingsOf(found.cells);
  refuseRepeated(headings, known);
  return { headings, rows: { [Symbol.asyncIterator]: () => rowsBelow(found, notice) } };
}

/** Returns a heading in lower case without spaces and the punctuation `_-./:()`, for comparison. */
export const folded = (heading: string): string => heading.toLowerCase().replace(/[\s_./:()-]/g, "");

type HeadingRow = DelimitedRow & { readonly table: Table };

const searchedRows = 20;
const fewestKnown = 2;

async function headingRow(tables: readonly Table[], known: KnownHeadings): Promise<HeadingRow> {
  const beginnings = await Promise.all(tables.map(firstRows));
  let best: HeadingRow | undefined;
  let highest = fewestKnown - 1;
  for (const row of beginnings.flatMap(({ rows }) => rows)) {
    const count = new Set(row.cells.map(folded).filter((cell) => known.has(cell))).size;
    if (count > highest) [best, highest] = [row, count];
  }
  return best ?? refuseWithoutHeadings(beginnings, known);
}

type Beginning = { readonly rows: readonly HeadingRow[]; readonly error?: unknown };

/**
 * Reads the first rows of a table.
 * Returns errors instead of throwing them, because a table with the wrong delimiter is often unreadable.
 */
async function firstRows(table: Table): Promise<Beginning> {
  const rows: HeadingRow[] = [];
  try {
    for await (const some of table.records(() => {})) {
      for (const cells of some.slice(0, searchedRows - rows.length)) {
        rows.push({ row: rows.length + 1, cells, table });
      }
      if (rows.length === searchedRows) break;
    }
  } catch (error) {
    return { rows, error };
  }
  return { rows };
}

function refuseWithoutHeadings([first]: readonly Beginning[], { examples }: KnownHeadings): never {
  if (first?.error !== undefined) throw first.error;
  if (first?.rows.every(({ cells }) => isBlank(cells))) throw unreadable("it is empty");
  throw unreadable(`none of its first ${searchedRows} rows has at least two known headings, such as ${examples}`);
}

function refuseRepeated(headings: Cells, known: KnownHeadings): void {
  const columns = new Map<string, number>();
  for (const [index, heading] of headings.entries()) {
    const key = folded(heading);
    const first = columns.get(key);
    if (first !== undefined && known.has(key)) {
      throw unreadable(`columns ${first} and ${index + 1} have the same heading ${heading}; remove one of them`);
    }
    columns.set(key, index + 1);
  }
}

const chunkRows = 100;

async function* rowsBelow({ table, ...headings }: HeadingRow, notice: Notice): AsyncGenerator<readonly DelimitedRow[]> {
  const isRepeated = repeatOf(headings.cells);
  let chunk: DelimitedRow[] = [];
  let row = 0;
  for await (const some of table.records(notice)) {
    for (const cells of some) {
      row += 1;
      if (row <= headings.row || isBlank(cells) || isRepeated(cells)) continue;
      if (chunk.push({ row, cells: table.isRagged ? padded(cells, headings.cells.length) : cells }) < chunkRows)
        continue;
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

const padded = (cells: Cells, width: number): Cells =>
  cells.length < width ? [...cells, ...Array<string>(width - cells.length).fill("")] : cells;

function repeatOf(headings: Cells): (cells: Cells) => boolean {
  const expected = headings.map(folded);
  return (cells) => cells.length === expected.length && cells.every((cell, index) => folded(cell) === expected[index]);
}

const unreadable = (reason: string) => invalid("file_unreadable", `cannot read the table: ${reason}`);
