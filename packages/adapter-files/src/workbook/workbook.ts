import type { FileHandle } from "node:fs/promises";
import { posix } from "node:path";
import { type Cells, maxCells, maxRowLength } from "../csv-records.js";
import type { Notice } from "../input-file.js";
import {
  type Archive,
  attributeOf,
  damagedWorkbook,
  openArchive,
  readXml,
  unreadableWorkbook,
  type XmlAttributes,
  xmlElements,
  type XmlHandlers,
} from "./archive.js";

const headerBytes = 512;
const directoryBytes = 4_096;

/**
 * Returns true if a file is a ZIP archive.
 * Throws `file_unreadable` for encrypted workbooks and for workbooks of old Excel versions.
 */
export async function isWorkbook(handle: FileHandle): Promise<boolean> {
  const header = await bytesAt(handle, 0, headerBytes);
  const mark = header.toString("hex", 0, 4);
  if (mark === "d0cf11e0") throw await otherWorkbook(handle, header);
  return mark === "504b0304";
}

/**
 * Distinguishes encrypted workbooks from workbooks of old Excel versions.
 * Both are compound files ([MS-CFB]).
 * The header locates a directory that lists the names of the streams.
 */
async function otherWorkbook(handle: FileHandle, header: Buffer): Promise<Error> {
  const sectorBytes = header.length === headerBytes && header.readUInt16LE(30) === 12 ? 4_096 : 512;
  const sector = header.length === headerBytes ? header.readUInt32LE(48) : 0;
  const directory = await bytesAt(handle, (sector + 1) * sectorBytes, directoryBytes);
  return directory.includes(Buffer.from("EncryptedPackage", "utf16le"))
    ? unreadableWorkbook("it is encrypted: save it without a password")
    : unreadableWorkbook("it is an old Excel workbook (.xls): save it as .xlsx or CSV");
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Visible sheet of a workbook. */
type WorkbookSheet = {
  readonly name: string;
  /** True if dates without a date format count the days since 1904. */
  readonly is1904: boolean;
  /** Reads the rows from the beginning. */
  rows(notice: Notice): AsyncGenerator<readonly Cells[]>;
};

/** Opens an Excel workbook and returns its visible sheets in order. */
export async function workbookSheets(handle: FileHandle): Promise<readonly [WorkbookSheet, ...WorkbookSheet[]]> {
  const archive = await openArchive(handle);
  const parts = await workbookParts(archive);
  const strings = await sharedStrings(archive, parts.sharedStrings);
  const [first, ...others] = parts.sheets;
  return [opened(first), ...others.map(opened)];

  function opened({ name, part }: VisibleSheet): WorkbookSheet {
    return { name, is1904: parts.is1904, rows: (notice) => sheetRows(archive, part, parts, strings, notice) };
  }
}

/** Name of a sheet, and name of the part that contains its cells. */
type VisibleSheet = { readonly name: string; readonly part: string };

/** Parts of a workbook and the settings for reading its cells. */
type WorkbookParts = {
  readonly sheets: readonly [VisibleSheet, ...VisibleSheet[]];
  readonly sharedStrings: string | undefined;
  /** Number formats, indexed by cell style. */
  readonly formats: readonly NumberFormat[];
  /** True if the workbook uses the 1904 date system. */
  readonly is1904: boolean;
};

const maxPartLength = 16 * 1_048_576;
/** Maximum number of sheets, and of links between the files inside a workbook. */
const maxItems = 10_000;
const maxFormats = 65_536;

/** Finds the visible sheets. Throws `file_unreadable` if the archive is not a workbook or has no sheet. */
async function workbookParts(archive: Archive): Promise<WorkbookParts> {
  const book = await mainPart(archive);
  const { sheets, is1904 } = await readBook(archive, book);
  const related = await relationships(archive, book);
  const [first, ...others] = sheets.flatMap(({ id, name, isHidden }): VisibleSheet[] => {
    const { type, part = "" } = related.get(id) ?? {};
    return type === "worksheet" && !isHidden ? [{ name, part }] : [];
  });
  if (!first) throw unreadableWorkbook("it has no sheet with cells");
  const partOf = (type: string) =>
    [...related.values()].find((one) => one.type === type && archive.has(one.part))?.part;
  const styles = partOf("styles");
  return {
    sheets: [first, ...others],
    sharedStrings: partOf("sharedStrings"),
    formats: styles === undefined ? [] : await readFormats(archive, styles),
    is1904,
  };
}

async function mainPart(archive: Archive): Promise<string> {
  const root = archive.has("_rels/.rels") ? await relationships(archive, "") : new Map<string, Related>();
  const part = [...root.values()].find(({ type }) => type === "officeDocument")?.part ?? "xl/workbook.xml";
  if (part.endsWith(".bin")) throw unreadableWorkbook("it is a binary workbook (.xlsb): save it as .xlsx or CSV");
  if (archive.has(part)) return part;
  const isOpenDocument = archive.has("content.xml") && archive.has("mimetype");
  throw unreadableWorkbook(
    `it is ${isOpenDocument ? "an OpenDocument file" : "a ZIP archive"} and not an Excel workbook: save it as .xlsx or CSV`,
  );
}

type Related = { readonly type: string; readonly part: string };

/** Returns the relationships of a part by id. Reduces each relationship type to the last segment of its URI. */
async function relationships(archive: Archive, part: string): Promise<Map<string, Related>> {
  const folder = posix.dirname(part);
  const related = new Map<string, Related>();
  await readXml(archive.read(posix.join(folder, "_rels", `${posix.basename(part)}.rels`), maxPartLength), {
    open(name, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (name !== "Relationship" || id === undefined || target === undefined || mode === "External") return;
      if (related.size >= maxItems) throw damagedWorkbook();
      const address = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
      related.set(id, { type: posix.basename(type ?? ""), part: address });
    },
  });
  return related;
}

type Sheet = { readonly id: string; readonly name: string; readonly isHidden: boolean };

const maxNameLength = 40;

async function readBook(archive: Archive, part: string): Promise<{ sheets: readonly Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = [];
  let [is1904, isWorkbook] = [false, false];
  await readXml(archive.read(part, maxPartLength), {
    open(name, attributes) {
      if (name === "workbook") isWorkbook = true;
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      if (sheets.length >= maxItems) throw damagedWorkbook();
      const isHidden = !["visible", undefined].includes(attributes["state"]);
      const sheetName = (attributes["name"] ?? "").slice(0, maxNameLength).replace(/\p{Cc}/gu, " ");
      sheets.push({ id: attributeOf(attributes, "id") ?? "", name: sheetName, isHidden });
    },
  });
  if (!isWorkbook) throw unreadableWorkbook("it is another Office document: save the table as .xlsx or CSV");
  return { sheets, is1904 };
}

async function readFormats(archive: Archive, part: string): Promise<readonly NumberFormat[]> {
  const declared = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  await readXml(archive.read(part, maxPartLength), {
    open(name, attributes) {
      const id = Number(attributes["numFmtId"]);
      if (name === "cellXfs") isOfCells = true;
      if (name === "numFmt") declared.set(id, numberFormat(attributes["formatCode"] ?? ""));
      if (name === "xf" && isOfCells) formats.push(declared.get(id) ?? builtInFormat(id));
      if (declared.size + formats.length > maxFormats)
        throw unreadableWorkbook(`it has more than ${maxFormats} formats`);
    },
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return formats;
}

const maxStringsLength = 512 * 1_048_576;
const maxStrings = 500_000;
const maxCharacters = 20_000_000;
/** Length of the beginning of a shared string that is kept. Longer text is too long for every field. */
const maxKept = 8_000;

/**
 * Reads the shared strings that cells refer to. Shortens long strings here, because many rows can refer to one string.
 * Throws `file_unreadable` above 500,000 strings or 20,000,000 characters.
 */
async function sharedStrings(archive: Archive, part: string | undefined): Promise<readonly string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let characters = 0;
  const add = extended(() => "it");
  const items = stringItems("si", add, (text) => {
    characters += text.length;
    if (strings.length >= maxStrings) throw tooMany(`${maxStrings} different strings`);
    if (characters > maxCharacters) throw tooMany(`${maxCharacters} characters of text`);
    strings.push(ofItsOwn(text.length > maxKept ? text.trim().slice(0, maxKept) : text));
  });
  await readXml(archive.read(part, maxStringsLength), items);
  return strings;
}

/** Copies a string, because a substring retains its whole parent string in memory. */
const ofItsOwn = (text: string): string => Buffer.from(text).toString();

/** Maximum number of characters in a cell. Spreadsheet programs allow fewer, such as 32,767 in Excel. */
const maxCellCharacters = 100_000;

/** Creates a function that joins parts of a cell's text, and throws `file_unreadable` if the result is too long. */
const extended =
  (holder: () => string) =>
  (text: string, more: string): string => {
    if (text.length + more.length <= maxCellCharacters) return text + more;
    throw unreadableWorkbook(
      `${holder()} has a cell of more than ${maxCellCharacters} characters: save the table as CSV`,
    );
  };

const tooMany = (what: string) => unreadableWorkbook(`it has more than ${what}: save the table as CSV`);

const maxSheetLength = 1_024 * 1_048_576;
/** Excel's maximum number of rows per sheet. */
const maxRows = 1_048_576;
/** Maximum number of characters in all cells of a sheet, because cells that share a string repeat its characters. */
const maxSheetCharacters = 500_000_000;
const noCells: Cells = [];

/** Reads the rows of a sheet in chunks, including blank rows. */
async function* sheetRows(
  archive: Archive,
  sheet: string,
  parts: WorkbookParts,
  strings: readonly string[],
  notice: Notice,
): AsyncGenerator<readonly Cells[]> {
  let rows: Cells[] = [];
  const handlers = rowHandlers(parts, strings, notice, (row) => rows.push(row));
  for await (const _ of xmlElements(archive.read(sheet, maxSheetLength), handlers)) {
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
  let [number, length, column, characters] = [0, 0, -1, 0];
  let cells: string[] | undefined;
  let [type, format, raw, isValue]: [string, NumberFormat, string, boolean] = ["n", general, "", false];
  const add = extended(() => `row ${number}`);
  const inline = stringItems("is", add, (text) => (raw = text));

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
    if ((characters += text.length) > maxSheetCharacters)
      throw tooMany(`${maxSheetCharacters} characters in its cells`);
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
      if (isValue) raw = add(raw, content);
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

/**
 * Creates XML handlers that collect strings, including strings in several formatted runs.
 * Skips phonetic hints.
 * `add` joins the parts of a string. `finish` receives the string of each XML element named `element`.
 */
function stringItems(
  element: string,
  add: (text: string, more: string) => string,
  finish: (text: string) => void,
): Required<XmlHandlers> {
  let [text, isText, hints] = ["", false, 0];
  return {
    open(name) {
      if (name === element) text = "";
      if (name === "rPh") hints += 1;
      isText = name === "t" && hints === 0;
    },
    text(content) {
      if (isText) text = add(text, content);
    },
    close(name) {
      if (name === "t") isText = false;
      if (name === "rPh") hints -= 1;
      if (name === element) finish(unescaped(text));
    },
  };
}

/**
 * Decodes escapes for characters that XML does not allow, such as `_x000D_`.
 * Drops control characters other than white space.
 */
const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => storable(String.fromCharCode(Number.parseInt(code, 16))))
    : text;

const storable = (character: string): string => (character >= " " || "\t\n\r".includes(character) ? character : "");

/** Format in which a cell displays its number. */
type NumberFormat =
  | { readonly kind: "general" }
  | { readonly kind: "time"; readonly hasDate: boolean; readonly hasTime: boolean }
  | { readonly kind: "digits"; readonly pattern: string };

/** Formats a number as its cell displays it: all digits, dates as `YYYY-MM-DD`, times as `HH:MM:SS`. */
function numberText(raw: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(raw);
  if (raw.trim() === "" || !Number.isFinite(number)) return "";
  if (format.kind === "time") return timeText(number, format, is1904) ?? plainText(number);
  return format.kind === "digits" ? digitsText(number, format.pattern) : plainText(number);
}

const daySeconds = 86_400;

const dayMilliseconds = daySeconds * 1_000;

/**
 * Day 0 of the 1900 date system, and the number of days from there to the 1904 date system.
 * The 1900 system has a February 29, 1900, which never existed.
 */
const firstDay = Date.UTC(1899, 11, 30);

const daysTo1904 = 1_462;

const lastDay = 2_958_465;

const leapDay = 60;

/**
 * Converts a serial number of the 1904 date system to the 1900 date system. Returns any other string unchanged. Needed for
 * date columns whose cells have no date format.
 */
export const serialFrom1904 = (text: string): string =>
  /^\d{1,5}(?:\.\d{1,15})?$/.test(text) ? plainText(Number(text) + daysTo1904) : text;

/** Formats a number with up to 15 significant digits like spreadsheets do, never in exponential form. */
function plainText(number: number): string {
  if (Number.isInteger(number)) return BigInt(number).toString();
  const text = String(Number(number.toPrecision(15)));
  return text.includes("e") ? number.toFixed(15).replace(/0{1,15}$/, "") : text;
}

/** Fills a digit pattern such as `00000-0000` from the right. */
function digitsText(number: number, pattern: string): string {
  if (!Number.isInteger(number) || number < 0) return plainText(number);
  const zeros = pattern.replace(/[^0]/g, "").length;
  const digits = plainText(number).padStart(zeros, "0");
  const more = digits.slice(0, digits.length - zeros);
  let used = more.length;
  return more + pattern.replace(/0/g, () => digits.charAt(used++));
}

type TimeFormat = Extract<NumberFormat, { kind: "time" }>;

function timeText(number: number, { hasDate, hasTime }: TimeFormat, is1904: boolean): string | undefined {
  if (number < 0 || number > lastDay) return undefined;
  const seconds = Math.round(number * daySeconds);
  const days = Math.floor(seconds / daySeconds);
  const clock = clockText(seconds % daySeconds);
  if (!hasDate) return clock;
  const day = is1904 ? days + daysTo1904 : days < leapDay ? days + 1 : days;
  const date = new Date(firstDay + day * dayMilliseconds).toISOString().slice(0, 10);
  return hasTime || seconds % daySeconds > 0 ? `${date} ${clock}` : date;
}

function clockText(seconds: number): string {
  const parts = [seconds / 3_600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
}

const general: NumberFormat = { kind: "general" };

const date: NumberFormat = { kind: "time", hasDate: true, hasTime: false };

const time: NumberFormat = { kind: "time", hasDate: false, hasTime: true };

const dateTime: NumberFormat = { kind: "time", hasDate: true, hasTime: true };

/** Built-in number formats, which files do not declare, by range of ids (ECMA-376, section 18.8.30). */
const builtIn: readonly (readonly [from: number, to: number, format: NumberFormat])[] = [
  [14, 17, date],
  [18, 21, time],
  [22, 22, dateTime],
  [27, 31, date],
  [32, 35, time],
  [36, 36, date],
  [45, 47, time],
  [50, 54, date],
  [55, 56, time],
  [57, 58, date],
];

const builtInFormat = (id: number): NumberFormat =>
  builtIn.find(([from, to]) => id >= from && id <= to)?.[2] ?? general;

const maxCodeLength = 255;

/** Matches the literals, fillers, colors and conditions of a format code, but not durations such as `[h]`. */
const literals = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi;

/** Parses a number format code such as `m/d/yyyy h:mm` or `00000`. */
function numberFormat(code: string): NumberFormat {
  if (code.length > maxCodeLength) return general;
  const pattern = code.replace(/["\\]/g, "");
  if (/^[0()\- ]+$/.test(pattern) && pattern.replace(/[^0]/g, "").length > 1) return { kind: "digits", pattern };
  const [positive = ""] = code.replace(literals, "").split(";");
  if (/general|[0#?@]/i.test(positive.replace(/s\.0+/i, "s"))) return general;
  const hasTime = /[hs]|\[m/i.test(positive);
  const hasDate = /[yd]/i.test(positive) || (!hasTime && /m/i.test(positive));
  return hasDate || hasTime ? { kind: "time", hasDate, hasTime } : general;
}
