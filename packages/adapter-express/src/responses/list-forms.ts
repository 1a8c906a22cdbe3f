import { type Request, request as express } from "express";
import type { Exchange } from "../router/exchange.js";
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

const jsonForm: ListForm = {
  type: "application/json",
  separator: ",",
  isVerbatim: true,
  opening: Buffer.from('{"items":['),
  between: Buffer.from(","),
  closing: () => Buffer.from("]}"),
  portions: (items) => [items],
};

const ndjsonForm: ListForm = {
  type: "application/x-ndjson; charset=utf-8",
  separator: "\n",
  isVerbatim: true,
  opening: nothing,
  between: lineFeed,
  closing: (isEmpty) => (isEmpty ? nothing : lineFeed),
  portions: (items) => [items],
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

/** Number of rows to render before other requests can run. */
const rowsAtOnce = 200;

/**
 * Creates the CSV format of a list (RFC 4180), with a header row.
 * Arrays and objects are JSON strings.
 * `null` and absent values are empty; an empty string is `""`.
 */
export function csvForm(columns: readonly string[], formulas: Formulas = "escape"): ListForm {
  const csvOf = csvItems(columns, formulas);
  return {
    type: "text/csv; charset=utf-8; header=present",
    separator: "\n",
    isVerbatim: false,
    opening: Buffer.from(csvText([columns], formulas)),
    between: nothing,
    closing: () => nothing,
    *portions(items) {
      const lines =
        items.length === 0 ? [] : Buffer.from(items.buffer, items.byteOffset, items.length).toString().split("\n");
      for (let start = 0; start < lines.length; start += rowsAtOnce) {
        let csv = "";
        for (const line of lines.slice(start, start + rowsAtOnce)) csv += csvOf(line);
        yield Buffer.from(csv);
      }
    },
  };
}

const jsonText = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;

/**
 * Matches a JSON value other than an object, or an array with arrays in it.
 * A value matches in one way only, so the time for an item that does not match is proportional to its length.
 */
const jsonValue = String.raw`${jsonText}|[^"{}[\],]+|\[(?:${jsonText}|[^"[\]])*\]`;

/** Members of an item in order. `groups` has the number of each column's capturing group, or 0 if it has none. */
type Shape = { readonly expression: RegExp; readonly groups: readonly number[] };

/** Maximum number of shapes of the items in a list. Items have another shape if an optional member is absent. */
const maxShapes = 4;

/**
 * Returns a function that renders an item of a list as a row of CSV. The item is JSON as `JSON.stringify` writes it.
 *
 * A regular expression finds the cells of an item in half of the time that `JSON.parse` takes.
 * Items with nested values and items with an unusual shape are parsed.
 */
function csvItems(columns: readonly string[], formulas: Formulas): (json: string) => string {
  const textCell = csvCells[formulas];
  const shapes: Shape[] = [];
  let attempts = 0;

  const cellIn = (json: string): string => {
    if (json === "null") return "";
    if (json.startsWith('"')) return textCell(json.includes("\\") ? (JSON.parse(json) as string) : json.slice(1, -1));
    return json.startsWith("[") ? textCell(json) : json;
  };

  function learn(item: object, json: string): void {
    attempts += 1;
    const shape = shapeOf(Object.keys(item), columns);
    if (shape.expression.test(json)) shapes.push(shape);
  }

  return (json) => {
    for (const { expression, groups } of shapes) {
      const found = expression.exec(json);
      if (found) return csvRow(groups, (group) => (group === 0 ? "" : cellIn(found[group] as string)));
    }
    const item = JSON.parse(json) as object;
    if (attempts < maxShapes) learn(item, json);
    return csvText([cellsOf(item, columns)], formulas);
  };
}

function shapeOf(names: readonly string[], columns: readonly string[]): Shape {
  const members = names.map((name) => `${literal(JSON.stringify(name))}:(${jsonValue})`);
  return {
    expression: new RegExp(String.raw`^\{${members.join(",")}\}$`),
    groups: columns.map((column) => names.indexOf(column) + 1),
  };
}

const literal = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Returns the cells of an item. Ignores inherited members, because a column can have any name. */
const cellsOf = (item: object, columns: readonly string[]): readonly unknown[] =>
  columns.map((name) => (Object.hasOwn(item, name) ? (item as Record<string, unknown>)[name] : undefined));

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
