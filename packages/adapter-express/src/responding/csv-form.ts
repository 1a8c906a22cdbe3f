import { stringify } from "csv-stringify/sync";
import type { ListForm } from "./list-form.js";

/** How many rows are written before others get their turn. */
const rowsAtOnce = 100;
const style = {
  record_delimiter: "windows",
  quote_record_delimiter: true,
  cast: { boolean: String, string: castText },
} as const;
const nothing = Buffer.alloc(0);

/** As PostgreSQL's COPY tells them apart: what is absent is empty, a text that is empty is `""`. */
function castText(text: string) {
  return text === "" ? { value: text, quoted_empty: true } : text;
}

/** What becomes of texts that a spreadsheet would take for formulas: an apostrophe before them, or nothing. */
type Formulas = "escape" | "keep";

/** CSV as in RFC 4180, with a header row. Arrays and objects are JSON text; `null` and absent are empty, and empty is `""`. */
export const csvForm = (columns: readonly string[], formulas: Formulas = "escape"): ListForm => ({
  type: "text/csv; charset=utf-8; header=present",
  separator: "\n",
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

/** Own members only: columns may have any name. */
const cellsOf = (item: object, columns: readonly string[]): readonly unknown[] =>
  columns.map((name) => (Object.hasOwn(item, name) ? (item as Record<string, unknown>)[name] : undefined));

const csv = (rows: readonly (readonly unknown[])[], formulas: Formulas): Buffer =>
  Buffer.from(stringify(rows as unknown[][], { ...style, escape_formulas: formulas === "escape" }));
