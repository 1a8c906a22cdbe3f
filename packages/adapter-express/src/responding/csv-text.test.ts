import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { scaled } from "../../../../test/torture.js";
import { csvText } from "./csv-text.js";

/**
 * Splits CSV like a spreadsheet that expects this separator and recognizes quotation marks only at the start of a
 * cell.
 */
function cellsFor(separator: string, csv: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= csv.length; at += 1) {
    const [, quoted = ""] = /^"((?:[^"]|"")*)"?/.exec(csv.slice(at)) ?? [];
    const begin = csv[at] === '"' ? at + quoted.length + 2 : at;
    const ends = [separator, "\n", "\r"].map((one) => csv.indexOf(one, begin)).filter((end) => end !== -1);
    const end = Math.min(csv.length, ...ends);
    cells.push(quoted.replaceAll('""', '"') + csv.slice(begin, end));
    at = end;
  }
  return cells;
}

const piece = fc.oneof(
  fc.constantFrom(
    "=",
    "+",
    "-",
    "@",
    "＝",
    "＋",
    "－",
    "＠",
    ";",
    ",",
    "\t",
    "\n",
    "\r",
    '"',
    '""',
    "'",
    "1",
    "a",
    " ",
  ),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const value = fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: fc.array(text, { maxLength: 2 }) });

describe("CSV in a spreadsheet", () => {
  it.each([",", ";", "\t"])("has no cell that starts a formula if the separator is %j", (separator) => {
    fc.assert(
      fc.property(fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 3 }), (rows) => {
        const cells = cellsFor(separator, csvText(rows));
        expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      }),
      { numRuns: scaled(500, 50_000) },
    );
  });

  it("keeps every string unchanged with formulas=keep", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (row) => {
        const csv = csvText([row.map((one) => one.replaceAll(/[\r\n]/g, "")), ["end"]], "keep");
        expect(cellsFor(",", csv).slice(0, row.length)).toEqual(row.map((one) => one.replaceAll(/[\r\n]/g, "")));
      }),
    );
  });
});
