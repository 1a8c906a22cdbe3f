import type { Formulas } from "./csv-text.js";
import { csvText } from "./csv-text.js";
import type { ListForm } from "./list-form.js";

/** Number of rows to render before other requests can run. */
const rowsAtOnce = 100;
const nothing = Buffer.alloc(0);

/**
 * Creates the CSV format of a list (RFC 4180), with a header row.
 * Arrays and objects are JSON strings.
 * `null` and absent values are empty; an empty string is `""`.
 */
export const csvForm = (columns: readonly string[], formulas: Formulas = "escape"): ListForm => ({
  type: "text/csv; charset=utf-8; header=present",
  separator: "\n",
  isVerbatim: false,
  opening: csv([columns], formulas),
  between: nothing,
  closing: () => nothing,
  *portions(items) {
    const lines = items.length === 0 ? [] : Buffer.from(items).toString().split("\n");
    for (let start = 0; start < lines.length; start += rowsAtOnce) {
      const portion = JSON.parse(`[${lines.slice(start, start + rowsAtOnce).join(",")}]`) as object[];
      yield csv(
        portion.map((item) => cellsOf(item, columns)),
        formulas,
      );
    }
  },
});

/** Returns the cells of an item. Ignores inherited members, because a column can have any name. */
const cellsOf = (item: object, columns: readonly string[]): readonly unknown[] =>
  columns.map((name) => (Object.hasOwn(item, name) ? (item as Record<string, unknown>)[name] : undefined));

const csv = (rows: readonly (readonly unknown[])[], formulas: Formulas): Buffer => Buffer.from(csvText(rows, formulas));
