import { type Request, request as express } from "express";
import type { Exchange } from "../router/exchange.js";
import { csvRows } from "./csv-rows.js";
import { HttpProblem } from "./problem.js";

/** Format of a list response, such as JSON or CSV. */
export type ListForm = {
  /** Value of `Content-Type`. */
  readonly type: string;
  /** Separator that the format expects between the items of a batch. */
  readonly separator: "," | "\n";
  /** True if items are sent as they are stored, without conversion. */
  readonly isVerbatim: boolean;
  readonly opening: Uint8Array;
  /** Separator that is written between two batches. */
  readonly between: Uint8Array;
  readonly closing: (isEmpty: boolean) => Uint8Array;
  /** Renders a batch in portions. Other requests can run between two portions. */
  readonly portions: (items: Uint8Array) => Iterable<Uint8Array>;
  /** Takes back a portion that was sent, to use its memory again. */
  readonly reuse: (portion: Uint8Array) => void;
};

/** Renders a complete list from batches of rendered items. A batch may be empty only if it is the only batch. */
export function wholeList(
  { opening, between, closing, portions }: ListForm,
  ...batches: readonly Uint8Array[]
): Buffer {
  const all = batches.flatMap((items, index) => [index === 0 ? opening : between, ...portions(items)]);
  return Buffer.concat([...all, closing(batches[0]?.length === 0)]);
}

const nothing = Buffer.alloc(0);
const lineFeed = Buffer.from("\n");

const verbatim = { isVerbatim: true, portions: (items: Uint8Array) => [items], reuse: () => {} };

const jsonForm: ListForm = {
  ...verbatim,
  type: "application/json",
  separator: ",",
  opening: Buffer.from('{"items":['),
  between: Buffer.from(","),
  closing: () => Buffer.from("]}"),
};

const ndjsonForm: ListForm = {
  ...verbatim,
  type: "application/x-ndjson; charset=utf-8",
  separator: "\n",
  opening: nothing,
  between: lineFeed,
  closing: (isEmpty) => (isEmpty ? nothing : lineFeed),
};

/** List formats by media type. The first is the default. */
export const listForms = {
  "application/json": () => jsonForm,
  "application/x-ndjson": () => ndjsonForm,
  "text/csv": (columns) => csvForm(columns),
  "text/csv;formulas=keep": (columns) => csvForm(columns, "keep"),
} as const satisfies Readonly<Record<string, (columns: readonly string[]) => ListForm>>;

export type ListType = keyof typeof listForms;

const types = Object.keys(listForms) as ListType[];
const charset = ";charset=utf-8";
const offered = types.flatMap((type) => [type, type + charset]);
const refusesJson = /(?:^|,)\s*application\/json\s*;\s*q=0(?:\.0{0,3})?\s*(?:,|$)/i;

/** Parameter of `text/csv` (RFC 4180) that every CSV list fulfills. */
const headerPresent = /;[ \t]{0,3}header=(?:present|"present")(?![^\s;,])/gi;

/**
 * Returns the list format that the client prefers.
 * If `Accept` matches no format, the list is JSON.
 * Throws a 406 only if the client explicitly rejects JSON.
 */
export function chooseForm({ request }: Pick<Exchange, "request">): ListType {
  const accept = request.headers.accept?.replace(headerPresent, "");
  if (accept === undefined || accept === "*/*") return "application/json";
  const chosen = express.accepts.call({ headers: { accept } } as Request, ...offered);
  if (chosen) return chosen.replace(charset, "") as ListType;
  if (!refusesJson.test(accept)) return "application/json";
  throw new HttpProblem(
    406,
    "not_acceptable",
    `Accept must include one of ${types.filter((type) => !type.includes(";")).join(", ")}`,
  );
}

/** Media type of a list that people can read as a page. */
export const pageType = "text/html";

/** True if the client prefers a page to all formats of a list. */
export const prefersListPage = ({ request }: Pick<Exchange, "request">): boolean =>
  express.accepts.call(request as Request, ...offered, pageType) === pageType;

/**
 * Creates the CSV format of a list (RFC 4180), with a header row.
 * Arrays and objects are JSON strings.
 * `null` and absent values are empty; an empty string is `""`.
 */
export function csvForm(columns: readonly string[], formulas: Formulas = "escape"): ListForm {
  const rows = csvRows(columns, csvCells[formulas]);
  return {
    type: "text/csv; charset=utf-8; header=present",
    separator: "\n",
    isVerbatim: false,
    opening: Buffer.from(csvText([columns], formulas)),
    between: nothing,
    closing: () => nothing,
    portions: (items) => rows.portions(Buffer.from(items.buffer, items.byteOffset, items.length)),
    reuse: rows.reuse,
  };
}

/** How to write a string that a spreadsheet would run as a formula: with a leading apostrophe, or unchanged. */
type Formulas = "escape" | "keep";

/**
 * Renders rows as CSV (RFC 4180) with a line break after each row.
 * Arrays and objects are JSON strings.
 * `null` and absent values are empty; an empty string is `""`.
 * List responses use the same format.
 */
export function csvText(rows: readonly (readonly unknown[])[], formulas: Formulas = "escape"): string {
  const textCell = csvCells[formulas];
  let csv = "";
  for (const row of rows) csv += csvRow(row, (value) => cellOf(value, textCell));
  return csv;
}

/** Joins the cells of a row and adds the line break. */
function csvRow<Value>(values: readonly Value[], cell: (value: Value) => string): string {
  let csv = "";
  for (let column = 0; column < values.length; column += 1) {
    csv += (column === 0 ? "" : ",") + cell(values[column] as Value);
  }
  return csv + "\r\n";
}

function cellOf(value: unknown, textCell: (text: string) => string): string {
  if (typeof value === "string") return textCell(value);
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? textCell(JSON.stringify(value)) : String(value);
}

/** Functions that render a string as a cell. Like PostgreSQL's COPY, they write an empty string as `""`. */
const csvCells = { keep: quoted, escape: (text: string) => quoted(escaped(text)) } as const;

function quoted(text: string): string {
  if (!/^$|[",\r\n]/.test(text)) return text;
  return `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`;
}

/**
 * Matches the start of a formula wherever a cell can begin: at the start of the string, and after a semicolon, a tab or
 * a line break.
 * Spreadsheets that use a separator other than the comma ignore the quotation marks.
 */
const formula = /(^|[;\t\r\n])("*[=+\-@＝＋－＠])/g;

/** Matches strings in which `formula` may match. Most strings do not match. */
const suspect = /^["=+\-@＝＋－＠]|[;\t\r\n]/;

function escaped(text: string): string {
  if (!suspect.test(text)) return text;
  const safe = text.replace(formula, "$1'$2");
  return /^[\t\r\n]/.test(safe) ? `'${safe}` : safe;
}
