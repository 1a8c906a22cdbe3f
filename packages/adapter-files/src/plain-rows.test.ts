import { describe, expect, it } from "@jest/globals";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { plainRows } from "./plain-rows.js";

const options = {
  ...{ delimiter: ";", record_delimiter: ["\r\n", "\n", "\r"] },
  ...{ relax_column_count: true, relax_quotes: true },
};

describe("plainRows", () => {
  it("splits rows in the same way as the CSV parser", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", " ", ",", "\t", "ä", "🙂", "#", "'", "\\"), maxLength: 4 });
    const line = fc.tuple(
      fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(";")),
      fc.constantFrom("\n", "\r\n", "\r"),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const text = lines.flat().join("");
        expect(plainRows(text, ";")).toEqual(parse(text, options));
      }),
    );
  });
});
