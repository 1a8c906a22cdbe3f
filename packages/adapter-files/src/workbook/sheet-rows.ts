import { type Cells, maxCells, maxRowLength } from "../csv-records.js";
import type { Notice } from "../notices.js";
import type { Archive } from "./archive.js";
import type { NumberFormat } from "./number-format.js";
import { numberText } from "./number-text.js";
import { stringItems } from "./string-items.js";
import { damagedWorkbook, unreadableWorkbook } from "./workbook-error.js";
import type { WorkbookParts } from "./workbook-parts.js";
import { type XmlAttributes, xmlElements, type XmlHandlers } from "./xml-elements.js";

const maxSheetLength = 1_024 * 1_048_576;
/** Excel's maximum number of rows per sheet. */
const maxRows = 1_048_576;
const noCells: Cells = [];
const general: NumberFormat = { kind: "general" };

/** Reads the rows of a sheet in chunks, including blank rows. */
export async function* sheetRows(
  archive: Archive,
  parts: WorkbookParts,
  strings: readonly string[],
  notice: Notice,
): AsyncGenerator<readonly Cells[]> {
  let rows: Cells[] = [];
  const handlers = rowHandlers(parts, strings, notice, (row) => rows.push(row));
  for await (const _ of xmlElements(archive.read(parts.sheet, maxSheetLength), handlers)) {
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
}

function rowHandlers(
  { formats, is1904 }: WorkbookParts,
  strings: readonly string[],
  notice: Notice,
  finish: (row: Cells) => void,
): XmlHandlers {
  let [number, length, column] = [0, 0, -1];
  let cells: string[] | undefined;
  let [type, format, raw, isValue]: [string, NumberFormat, string, boolean] = ["n", general, "", false];
  const inline = stringItems("is", (text) => (raw = text));

  function beginRow({ r }: XmlAttributes): void {
    const next = r === undefined ? number + 1 : Number(r);
    if (!Number.isInteger(next) || next <= number) throw damagedWorkbook();
    if (next > maxRows) throw unreadableWorkbook(`it has more than ${maxRows} rows`);
    while ((number += 1) < next) finish(noCells);
    [cells, length, column] = [[], 0, -1];
  }

  function beginCell({ r, t = "n", s }: XmlAttributes): void {
    column = (r === undefined ? undefined : columnOf(r)) ?? column + 1;
    [type, format, raw] = [t, formats[Number(s)] ?? general, ""];
  }

  function endCell(): void {
    const text = textOf();
    if (!cells || text === "") return;
    if (column >= maxCells) throw unreadableWorkbook(`row ${number} has more than ${maxCells} cells`);
    length += text.length;
    if (length > maxRowLength) throw unreadableWorkbook(`row ${number} is longer than 1 MB`);
    while (cells.length < column) cells.push("");
    cells[column] = text;
  }

  function textOf(): string {
    if (type === "n") return numberText(raw, format, is1904);
    if (type === "s") return raw === "" ? "" : shared(Number(raw));
    if (type === "b") return raw === "" ? "" : raw === "1" ? "TRUE" : "FALSE";
    return type === "e" ? "" : raw;
  }

  function shared(index: number): string {
    const text = strings[index];
    if (text === undefined) throw damagedWorkbook();
    return text;
  }

  return {
    open(name, attributes) {
      inline.open(name, attributes);
      if (name === "row") beginRow(attributes);
      else if (name === "c") beginCell(attributes);
      else if (name === "mergeCell" && isOverRows(attributes["ref"] ?? "")) notice(merged);
      isValue = name === "v";
    },
    text(content) {
      inline.text(content);
      if (isValue) raw += content;
    },
    close(name) {
      inline.close(name);
      isValue = false;
      if (name === "c") endCell();
      if (name !== "row" || !cells) return;
      finish(cells);
      cells = undefined;
    },
  };
}

const letterA = 64;
const letters = 26;

/** Returns the column index of a cell reference such as `AB12`, starting at 0. */
function columnOf(reference: string): number | undefined {
  const name = /^([A-Z]{1,3})\d/.exec(reference)?.[1];
  return name === undefined
    ? undefined
    : [...name].reduce((all, letter) => all * letters + letter.charCodeAt(0) - letterA, 0) - 1;
}

/** True if a merged range spans several rows. Ignores ranges that start in row 1, because they are titles. */
function isOverRows(reference: string): boolean {
  const [, first, last] = /^[A-Z]{1,3}(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(reference) ?? [];
  return first !== undefined && first !== "1" && first !== last;
}

const merged = "the sheet has cells that are merged over several rows: only the first of these rows has their value";
