import { stringify } from "csv-stringify/sync";

/** How to write a string that a spreadsheet would run as a formula: with a leading apostrophe, or unchanged. */
export type Formulas = "escape" | "keep";

/**
 * Renders rows as CSV (RFC 4180) with a line break after each row.
 * Arrays and objects are JSON strings.
 * `null` and absent values are empty; an empty string is `""`.
 * List responses use the same format.
 */
export const csvText = (rows: readonly (readonly unknown[])[], formulas: Formulas = "escape"): string =>
  stringify(rows as unknown[][], styles[formulas]);

const styleOf = (text: (text: string) => string) => ({
  record_delimiter: "windows" as const,
  quote_record_delimiter: true,
  cast: {
    boolean: String,
    // Like PostgreSQL's COPY, distinguish an absent value from an empty string.
    string: (value: string) => (value === "" ? { value, quoted_empty: true } : text(value)),
    object: (value: object) => text(JSON.stringify(value)),
  },
});

const styles = { keep: styleOf((text) => text), escape: styleOf(escaped) };

/**
 * Matches the start of a formula wherever a cell can begin: at the start of the string, and after a semicolon, a tab or
 * a line break.
 * Spreadsheets that use a separator other than the comma ignore the quotation marks.
 */
const formula = /(^|[;\t\r\n])("*[=+\-@＝＋－＠])/g;

function escaped(text: string): string {
  const safe = text.replace(formula, "$1'$2");
  return /^[\t\r\n]/.test(safe) ? `'${safe}` : safe;
}
