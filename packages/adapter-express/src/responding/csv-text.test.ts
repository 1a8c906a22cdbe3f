import { describe, expect, it } from "@jest/globals";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { scaled } from "../../../../test/torture.js";
import { csvForm } from "./csv-form.js";
import { csvText } from "./csv-text.js";
import { wholeList } from "./list-form.js";

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

describe("CSV of rows", () => {
  it("is what csv-stringify writes", () => {
    const cell = fc.oneof(value, fc.double(), fc.boolean(), fc.constantFrom(null, undefined));
    const lines = { record_delimiter: "windows", quote_record_delimiter: true } as const;
    const cast = {
      boolean: String,
      string: (one: string) => (one === "" ? { value: one, quoted_empty: true } : one),
      object: (one: object) => JSON.stringify(one),
    };
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 3 }), (rows) => {
        expect(csvText(rows, "keep")).toBe(stringify(rows, { ...lines, cast }));
      }),
      { numRuns: scaled(500, 50_000) },
    );
  });
});

describe("CSV of a list", () => {
  const columns = ["text", "a(b)\\", "__proto__", "list", "nested", "more"];
  const rendered = (lines: readonly string[], formulas?: "keep") =>
    wholeList(csvForm(columns, formulas), Buffer.from(lines.join("\n"))).toString();
  const rowsOf = (lines: readonly string[]) =>
    lines.map((line) => {
      const item = new Map<string, unknown>(Object.entries(JSON.parse(line) as object));
      return columns.map((name) => item.get(name));
    });

  it("is the CSV of the items' values, for items of any shape", () => {
    const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const one = fc.oneof(text, number, fc.boolean(), fc.constant(null));
    const list = fc.array(fc.oneof(one, fc.record({ a: one })), { maxLength: 3 });
    const any = fc.oneof(one, list, fc.array(list, { maxLength: 2 }), fc.record({ a: list }));
    const members = fc.uniqueArray(fc.tuple(fc.constantFrom(...columns, "other"), any), {
      selector: ([name]) => name,
    });
    const usual = fc.tuple(one, one, list).map(([first, second, third]) => [
      ["text", first],
      ["more", second],
      ["list", third],
    ]);
    const lineOf = (item: readonly (readonly unknown[])[]) =>
      `{${item.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`).join(",")}}`;
    const lines = fc.array(fc.oneof(usual, members).map(lineOf), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.constantFrom(undefined, "keep" as const), (some, formulas) => {
        expect(rendered(some, formulas)).toBe(csvText([columns, ...rowsOf(some)], formulas));
      }),
      { numRuns: scaled(500, 50_000) },
    );
  });

  it("renders an item that has the members of another item and one more", () => {
    const item = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`member ${index}`, index % 2 || null]));
    const lines = [item, { ...item, last: { a: 1 } }].map((one) => JSON.stringify(one));
    expect(rendered(lines)).toBe(csvText([columns, ...rowsOf(lines)]));
  });
});
