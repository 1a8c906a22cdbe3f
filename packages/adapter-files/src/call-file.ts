import type { FileHandle } from "node:fs/promises";
import { type CallFile, type CallRow, invalid, isJsonObject, trackerOf } from "@repute/domain";
import { type Cells, headingsOf, isBlank, tooManyCells } from "./csv-records.js";
import { type FileOptions, type Notice, onceEach, rereading } from "./input-file.js";
import { isJson, objectRows } from "./json-objects.js";
import { fittingSheet, reportSheets, sheetAdvice, tablesIn } from "./table.js";

/**
 * Reads the calls in a call tracker's export, with or without gzip compression.
 * The file is a table with headings (CSV or .xlsx), one JSON document, or one JSON object per line.
 * Throws `file_changed` if the file changed since the first read.
 */
export function callFile(file: string | FileHandle, { onNotice }: FileOptions = {}): CallFile {
  const notice = onceEach(onNotice);
  return { read: rereading(file, (handle) => callRows(handle, notice)) };
}

async function* callRows(handle: FileHandle, notice: Notice): AsyncGenerator<readonly CallRow[]> {
  yield* (await isJson(handle)) ? jsonRows(handle) : csvRows(handle, notice);
}

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

/** Reads the calls in JSON. */
async function* jsonRows(handle: FileHandle): AsyncGenerator<readonly CallRow[]> {
  for await (const rows of objectRows(handle, (document) => itemsOf(wholeList(document)))) {
    yield rows.map((one) => ("problem" in one ? one : { row: one.row, form: "json", cells: one.object }));
  }
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
