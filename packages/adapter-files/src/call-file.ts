import type { FileHandle } from "node:fs/promises";
import { type CallFile, type CallRow, faultOfJson, invalid, isJsonObject, trackerOf } from "@repute/domain";
import { type Cells, headingsOf, isBlank, tooManyCells } from "./csv-records.js";
import { beginningOf, type FileOptions, type Notice, onceEach, pieces, rereading, withoutMark } from "./input-file.js";
import { duplicateKey, jsonLines, type NumberedLine } from "./ndjson.js";
import { fittingSheet, reportSheets, sheetAdvice, tablesIn } from "./table.js";

/**
 * Reads the calls in a call tracker's export, with or without gzip compression.
 * The file is a table with headings (CSV or .xlsx), one JSON document, or one JSON object per line.
 * Throws `file_changed` if the file changed since the first read.
 */
export function callFile(file: string | FileHandle, { onNotice }: FileOptions = {}): CallFile {
  const notice = onceEach(onNotice);
  return { read: rereading(file, (handle) => callRows(handle, notice), changed) };
}

async function* callRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly CallRow[]> {
  yield* (await isJson(handle)) ? jsonRows(handle) : csvRows(handle, notice);
}

/** Detects JSON by its first character, which is a bracket. Headings of a table never begin with a bracket. */
const isJson = async (handle: FileHandle): Promise<boolean> => /^[{[]/.test(await beginningOf(handle));

const changed = () => invalid("file_changed", "the file changed while it was being read; nothing was stored");

const chunkRows = 1_000;

/**
 * Reads the rows below the headings of a CSV file or workbook in chunks.
 * Skips blank rows.
 * Rows are numbered like in a spreadsheet.
 */
async function* csvRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly CallRow[]> {
  let headings: Cells | undefined;
  let chunk: CallRow[] = [];
  let row = 0;
  const tables = await tablesIn(handle, [","]);
  const sheet = await fittingSheet(tables, (rows) => hasCalls(rows.find(({ cells }) => !isBlank(cells))?.cells ?? []));
  const advice = sheetAdvice(tables);
  if (!sheet && advice !== "") {
    throw invalid("file_unreadable", `cannot read the calls: no sheet has the headings of a call tracker; ${advice}`);
  }
  const table = sheet ?? tables[0];
  reportSheets(tables, table, notice);
  for await (const some of table.records(notice)) {
    for (const cells of some) {
      row += 1;
      if (isBlank(cells)) continue;
      if (headings) chunk.push(cellsRow(row, headings, cells));
      else headings = headingsOf(cells);
      if (chunk.length < chunkRows) continue;
      yield chunk;
      chunk = [];
    }
    // Yield the remaining rows now, because 1,000 long rows would need much memory.
    if (chunk.length > 0) yield chunk;
    chunk = [];
  }
}

const hasCalls = (headings: Cells): boolean =>
  trackerOf({ form: "csv", cells: Object.fromEntries(headings.map((heading) => [heading, ""])) }) !== undefined;

function cellsRow(row: number, headings: Cells, cells: Cells): CallRow {
  const problem = tooManyCells(headings, cells);
  if (problem !== undefined) return { row, problem };
  return {
    row,
    form: "csv",
    cells: Object.fromEntries(headings.map((heading, index) => [heading, cells[index]])),
  };
}

const maxDocumentLength = 64 * 1_048_576;
/** Maximum number of values in a JSON document, to limit the memory for the parsed document. */
const maxValues = 5_000_000;
const [comma, openBrace, openBracket] = Buffer.from(",{[");

/**
 * Reads the objects of a JSON document, or of a file with one object per line, in chunks.
 * Rows are numbered by their position in the document or by line.
 */
async function* jsonRows(handle: FileHandle): AsyncGenerator<readonly CallRow[]> {
  const document = await wholeDocument(handle);
  if (!document) return yield* rowsOfLines(handle);
  const items = itemsOf(wholeList(document.value));
  for (let start = 0; start < items.length; start += chunkRows) {
    yield items.slice(start, start + chunkRows).map((item, index) => objectRow(start + index + 1, item));
  }
}

/** Parses the file as one JSON document. Returns `undefined` if the file is too large or is not one document. */
async function wholeDocument(handle: FileHandle): Promise<{ readonly value: unknown } | undefined> {
  const bytes: Buffer[] = [];
  let [size, values] = [0, 0];
  for await (const piece of pieces(handle)) {
    size += piece.length;
    values += valuesIn(piece);
    if (size > maxDocumentLength || values > maxValues) return undefined;
    bytes.push(piece);
  }
  const document = parsed(Buffer.concat(bytes));
  if (document && faultOfJson(document.text, document.value) === "duplicate") {
    throw invalid("file_unreadable", `cannot read the file: it has ${duplicateKey(document.text)}`);
  }
  return document;
}

function parsed(bytes: Buffer): { readonly text: string; readonly value: unknown } | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(withoutMark(bytes));
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Estimates the number of JSON values by counting commas and opening brackets, even those in strings. */
function valuesIn(piece: Buffer): number {
  let count = 0;
  for (const byte of piece) if (byte === comma || byte === openBrace || byte === openBracket) count += 1;
  return count;
}

/** Returns the calls of a JSON document: a plain array, the array `calls` of an API response, or a single call. */
function itemsOf(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document;
  const { calls } = document as { readonly calls?: unknown };
  return Array.isArray(calls) ? calls : [document];
}

/** Returns the document. Throws `file_incomplete` if it is one of several pages of an API's list. */
function wholeList(document: unknown): unknown {
  const page = isJsonObject(document) ? pageOf(document) : undefined;
  if (page === undefined) return document;
  throw invalid(
    "file_incomplete",
    `the file is ${page} of the call tracker's list: put the calls of all pages into one file, one call per line; nothing was stored`,
  );
}

/** Keys in which APIs put the members that describe the page of a list. */
const pagingKey = /^(meta|paging|pagination|page(info)|pages|links|records)$/;
const pageNumberKey = /^(current)?page(number)?$/;
const pageCountKey = /^((total|num)?(pages)|page(count)|last(page))$/;
const callCountKey = /^total(records|calls|count|results|items)$/;
/** Key of a flag, number, cursor or address that is set if there is a page before or after this one. */
const otherPageKey =
  /^(has(more|next|previous|prev)(pages?)?|(next|previous|prev)(page)?(uri|url|link|href|token|cursor|number)?)$/;

/** Describes the page, such as `page 1 of 3`. Returns `undefined` if the document has all calls of the list. */
function pageOf(document: Readonly<Record<string, unknown>>): string | undefined {
  const top = membersOf(document);
  const inner = top.flatMap(([key, value]) => (pagingKey.test(key) && isJsonObject(value) ? membersOf(value) : []));
  const members = [...top, ...inner];
  const numberOf = (keys: RegExp): number | undefined =>
    members
      .filter(([key, value]) => keys.test(key) && (typeof value === "number" || typeof value === "string"))
      .map(([, value]) => (value === "" ? NaN : Number(value)))
      .find(Number.isSafeInteger);
  const pages = numberOf(pageCountKey) ?? 1;
  const { length } = itemsOf(document);
  const hasOthers = members.some(([key, value]) => otherPageKey.test(key) && isSet(value));
  if (pages <= 1 && !hasOthers && (numberOf(callCountKey) ?? 0) <= length) return undefined;
  const page = numberOf(pageNumberKey);
  return `${page === undefined ? "one page" : `page ${page}`} of ${pages > 1 ? pages : "several"}`;
}

/** Returns the members of an object. The keys are in lower case, without hyphens and underscores. */
const membersOf = (object: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] =>
  Object.entries(object).map(([key, value]) => [key.slice(0, maxKeyLength).toLowerCase().replace(/[_-]/g, ""), value]);

const maxKeyLength = 40;

const isSet = (value: unknown): boolean =>
  isJsonObject(value) ? Object.values(value).some(isSet) : Boolean(value) && value !== "false" && value !== "null";

async function* rowsOfLines(handle: FileHandle): AsyncGenerator<readonly CallRow[]> {
  let isFirst = true;
  for await (const lines of jsonLines(handle)) {
    if (isFirst && !isObjectLine(lines[0])) throw notJson();
    isFirst = false;
    yield lines.map((line) =>
      "problem" in line ? { row: line.line, problem: line.problem } : objectRow(line.line, wholeList(line.value)),
    );
  }
}

const isObjectLine = (line: NumberedLine | undefined): boolean =>
  line !== undefined && "value" in line && isJsonObject(line.value);

function objectRow(row: number, value: unknown): CallRow {
  return isJsonObject(value) ? { row, form: "json", cells: value } : { row, problem: "is not a JSON object" };
}

const notJson = () =>
  invalid(
    "file_unreadable",
    "cannot read the file: it must be one JSON document (at most 64 MB and 5,000,000 values) or have one JSON object per line",
  );
