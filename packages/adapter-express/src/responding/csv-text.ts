/** How to write a string that a spreadsheet would run as a formula: with a leading apostrophe, or unchanged. */
export type Formulas = "escape" | "keep";

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
export function csvRow<Value>(values: readonly Value[], cell: (value: Value) => string): string {
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
export const csvCells = { keep: quoted, escape: (text: string) => quoted(escaped(text)) } as const;

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
