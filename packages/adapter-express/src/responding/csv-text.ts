import { stringify } from "csv-stringify/sync";

const style = {
  record_delimiter: "windows",
  quote_record_delimiter: true,
  cast: { boolean: String, string: castText },
} as const;

/** As PostgreSQL's COPY tells them apart: what is absent is empty, a text that is empty is `""`. */
function castText(text: string) {
  return text === "" ? { value: text, quoted_empty: true } : text;
}

/** What becomes of texts that a spreadsheet would take for formulas: an apostrophe before them, or nothing. */
export type Formulas = "escape" | "keep";

/**
 * Rows as CSV (RFC 4180), each with a line break behind it, as lists are given. Arrays and objects are JSON text; `null`
 * and absent are empty, and an empty text is `""`.
 */
export const csvText = (rows: readonly (readonly unknown[])[], formulas: Formulas = "escape"): string =>
  stringify(rows as unknown[][], { ...style, escape_formulas: formulas === "escape" });
