import { csvItems } from "./csv-items.js";
import { csvText, type Formulas } from "./csv-text.js";
import type { ListForm } from "./list-form.js";

/** Number of rows to render before other requests can run. */
const rowsAtOnce = 200;
const nothing = Buffer.alloc(0);

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
