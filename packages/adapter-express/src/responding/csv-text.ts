import { stringify } from "csv-stringify/sync";

/** Whether text that a spreadsheet would take for a formula gets an apostrophe before it. */
export type Formulas = "escape" | "keep";

/**
 * Renders rows as CSV (RFC 4180), each with a line break behind it, as lists are rendered. Arrays and objects are JSON text;
 * `null` and absent values are empty, and an empty string is `""`.
 */
export const csvText = (rows: readonly (readonly unknown[])[], formulas: Formulas = "escape"): string =>
  stringify(rows as unknown[][], styles[formulas]);

const styleOf = (text: (text: string) => string) => ({
  record_delimiter: "windows" as const,
  quote_record_delimiter: true,
  cast: {
    boolean: String,
    // As in PostgreSQL's COPY, an absent value is empty and an empty string is `""`.
    string: (value: string) => (value === "" ? { value, quoted_empty: true } : text(value)),
    object: (value: object) => text(JSON.stringify(value)),
  },
});

const styles = { keep: styleOf((text) => text), escape: styleOf(escaped) };

/**
 * What a spreadsheet starts a formula with, where a cell can begin: at the start of the text, and after a semicolon, tab or
 * line break, because a spreadsheet that expects another separator than a comma ignores our quotation marks.
 */
const formula = /(^|[;\t\r\n])("*[=+\-@＝＋－＠])/g;

function escaped(text: string): string {
  const safe = text.replace(formula, "$1'$2");
  return /^[\t\r\n]/.test(safe) ? `'${safe}` : safe;
}
