import type { FileHandle } from "node:fs/promises";
import { invalid, isDomainError } from "@repute/domain";
import { type Cells, csvRecords, type Delimiter, delimiters, headingsOf, isBlank } from "./csv-records.js";
import type { Notice } from "./input-file.js";
import { isWorkbook, serialFrom1904, workbookSheets } from "./workbook/workbook.js";

/** A table in a text file or a workbook, before its headings are known. */
type Table = {
  /** Reads the rows in chunks, including blank rows. */
  records(notice: Notice): AsyncGenerator<readonly Cells[]>;
  /** True if rows omit their empty trailing cells. */
  readonly isRagged: boolean;
  /** Name of the sheet in a workbook. */
  readonly sheet?: string;
  /** True if dates without a date format count the days since 1904. */
  readonly is1904?: boolean;
};

/** Returns the visible sheets of a workbook, or one table per possible delimiter of a text file. */
export async function tablesIn(
  handle: FileHandle,
  delimiters: readonly [Delimiter, ...Delimiter[]],
): Promise<readonly [Table, ...Table[]]> {
  if (await isWorkbook(handle)) {
    const [first, ...others] = await workbookSheets(handle);
    return [ofSheet(first), ...others.map(ofSheet)];
  }
  const [first, ...others] = delimiters;
  return [cutAt(first), ...others.map(cutAt)];

  function cutAt(delimiter: Delimiter): Table {
    return { records: (onNotice) => csvRecords(handle, delimiter, onNotice), isRagged: false };
  }
}

const ofSheet = ({ name, is1904, rows }: Awaited<ReturnType<typeof workbookSheets>>[number]): Table => ({
  ...{ records: rows, isRagged: true, sheet: name, is1904 },
});

/** Maximum number of sheets whose first rows are read. */
const searchedSheets = 20;

/** Returns the first of several sheets whose first rows fit. Throws if a sheet before it is unreadable. */
export async function fittingSheet(
  tables: readonly Table[],
  fits: (rows: readonly DelimitedRow[]) => boolean,
): Promise<Table | undefined> {
  for (const table of tables.length === 1 ? [] : tables.slice(0, searchedSheets)) {
    if (table.sheet === undefined) return undefined;
    const { rows, error } = await firstRows(table);
    if (error !== undefined) throw error;
    if (fits(rows)) return table;
  }
  return undefined;
}

/**
 * Names the visible sheets of a workbook, and says how to choose one. Returns an empty string if there is only one
 * table.
 */
export function sheetAdvice(tables: readonly Table[]): string {
  const names = tables.flatMap(({ sheet }) => (sheet === undefined ? [] : [`"${sheet}"`]));
  if (names.length < 2) return "";
  const more = names.length > searchedSheets ? [`${names.length - searchedSheets} more`] : [];
  return `the visible sheets of the workbook are ${[...names.slice(0, searchedSheets), ...more].join(", ")}; to choose a sheet, hide the other sheets, or save it as a CSV file`;
}

const maxNames = 10;

/** Names the sheet that is read, and the other visible sheets of the workbook. */
export function reportSheets(tables: readonly Table[], { sheet }: Table, notice: Notice): void {
  if (tables.length === 1 || sheet === undefined) return;
  const others = tables.flatMap((table) => (table.sheet === sheet ? [] : [`"${table.sheet}"`]));
  const more = others.length > maxNames ? [`${others.length - maxNames} more`] : [];
  notice(
    `the workbook has several sheets: "${sheet}" was read; not read: ${[...others.slice(0, maxNames), ...more].join(", ")}`,
  );
}

/** A row below the headings. `row` is the row's number in a spreadsheet. */
export type DelimitedRow = { readonly row: number; readonly cells: Cells };

/** A table in a text file or a workbook, with known headings. */
type DelimitedText = {
  readonly headings: Cells;
  /** Rows below the headings, in chunks, from the beginning each time. Skips blank rows and repeated headings. */
  readonly rows: AsyncIterable<readonly DelimitedRow[]>;
  /** Name of the sheet in a workbook. */
  readonly sheet: string | undefined;
  /** Sheets of a workbook that has several, and how to choose one. Otherwise empty. */
  readonly advice: string;
  /** Converts the cells of date columns, if the workbook uses the 1904 date system. */
  readonly dateText: ((cell: string) => string) | undefined;
};

/**
 * Headings that a type of file supports.
 * `has` looks up a heading that `folded` has simplified.
 * `suffice` is true if a sheet with these headings can be imported. Other sheets of a workbook are skipped.
 * `examples` shows common headings for error messages. `advice` says what else can be done.
 */
export type KnownHeadings = {
  has(folded: string): boolean;
  suffice(folded: readonly string[]): boolean;
  readonly examples: string;
  readonly advice?: string;
};

/**
 * Finds the headings and the delimiter of a table.
 * Tries each delimiter and uses the row with the most known headings among the first 20.
 * In a workbook, uses the first visible sheet whose headings suffice.
 * Throws `file_unreadable` if the file is empty, has no headings, or repeats a known heading.
 */
export async function delimitedText(handle: FileHandle, known: KnownHeadings, notice: Notice): Promise<DelimitedText> {
  const tables = await tablesIn(handle, delimiters);
  const sheet = await fittingSheet(tables, (rows) => known.suffice(bestRow(rows, known)?.cells.map(folded) ?? []));
  const advice = sheetAdvice(tables);
  const searched = sheet ? [sheet] : tables.slice(0, searchedSheets);
  const found = await headingRow(searched, known).catch((error: unknown) => advised(error, advice));
  reportSheets(tables, found.table, notice);
  const headings = headingsOf(found.cells);
  withAdvice(advice, () => refuseRepeated(headings, known));
  const { sheet: name, is1904 } = found.table;
  return {
    headings,
    sheet: name,
    advice,
    dateText: is1904 ? serialFrom1904 : undefined,
    rows: { [Symbol.asyncIterator]: () => rowsBelow(found, notice) },
  };
}

/** Runs `work`. Adds the advice to an error about the file. */
export function withAdvice<T>(advice: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    return advised(error, advice);
  }
}

function advised(error: unknown, advice: string): never {
  if (advice === "" || !isDomainError(error)) throw error;
  throw invalid(error.code, `${error.message}; ${advice}`);
}

const maxCompared = 500;

/** Returns the beginning of a heading in lower case without spaces and the punctuation `_-./:()`, for comparison. */
export const folded = (heading: string): string =>
  heading
    .slice(0, maxCompared)
    .toLowerCase()
    .replace(/[\s_./:()-]/g, "");

type HeadingRow = DelimitedRow & { readonly table: Table };

const searchedRows = 20;
const fewestKnown = 2;

async function headingRow(tables: readonly Table[], known: KnownHeadings): Promise<HeadingRow> {
  const beginnings = await Promise.all(tables.map(firstRows));
  const isText = tables[0]?.sheet === undefined;
  return (
    bestRow(
      beginnings.flatMap(({ rows }) => rows),
      known,
    ) ?? refuseWithoutHeadings(isText ? beginnings.slice(0, 1) : beginnings, known)
  );
}

/** Returns the row with the most known headings. */
function bestRow<Row extends DelimitedRow>(rows: readonly Row[], known: KnownHeadings): Row | undefined {
  let best: Row | undefined;
  let highest = fewestKnown - 1;
  for (const row of rows) {
    const count = new Set(row.cells.map(folded).filter((cell) => known.has(cell))).size;
    if (count > highest) [best, highest] = [row, count];
  }
  return best;
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

function refuseWithoutHeadings(beginnings: readonly Beginning[], { examples, advice }: KnownHeadings): never {
  for (const { error } of beginnings) if (error !== undefined) throw error;
  const [first] = beginnings.flatMap(({ rows }) => rows).filter(({ cells }) => !isBlank(cells));
  if (!first) throw unreadable("it is empty");
  throw unreadable(
    `none of its first ${searchedRows} rows has at least two known headings, such as ${examples}${advice === undefined ? "" : `; ${advice}`}; the first row, with a for letters and 9 for digits: ${maskedRow(first.cells)}`,
  );
}

const maxMaskedLength = 100;

/** Shows how a row was split into cells, without its content: letters as `a`, digits as `9`. */
const maskedRow = (cells: Cells): string =>
  cells
    .map((cell) => cell.trim())
    .join(" | ")
    .slice(0, maxMaskedLength)
    .replace(/\p{L}/gu, "a")
    .replace(/\p{N}/gu, "9")
    .replace(/[^\x20-\x7e]/g, " ");

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
    // Yield the remaining rows now, because 100 long rows would need much memory.
    if (chunk.length > 0) yield chunk;
    chunk = [];
  }
}

const padded = (cells: Cells, width: number): Cells =>
  cells.length < width ? [...cells, ...Array<string>(width - cells.length).fill("")] : cells;

function repeatOf(headings: Cells): (cells: Cells) => boolean {
  const expected = headings.map(folded);
  return (cells) => cells.length === expected.length && cells.every((cell, index) => folded(cell) === expected[index]);
}

const unreadable = (reason: string) => invalid("file_unreadable", `cannot read the table: ${reason}`);
