import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { numberOfText, textTable } from "./lookup-tables.js";

describe("a table of strings", () => {
  it("behaves like a Map", () => {
    const texts = fc.array(fc.string({ unit: "binary", maxLength: 6 }), { maxLength: 200 });
    fc.assert(
      fc.property(texts, texts, fc.nat(3_000), (added, requested, expected) => {
        const [table, map] = [textTable(2, expected), new Map<string, number>()];
        for (const [index, text] of added.entries()) {
          if (table.find(text) < 0) table.add(text, index, -index);
          if (!map.has(text)) map.set(text, index);
        }
        for (const text of [...requested, ...added]) {
          const at = table.find(text);
          expect([text, at < 0 ? undefined : [table.get(at, 0), table.get(at, 1)]]).toEqual([
            text,
            map.has(text) ? [map.get(text), -(map.get(text) as number)] : undefined,
          ]);
        }
      }),
    );
  });

  it("distinguishes half a million similar strings", () => {
    const table = textTable(1);
    const textOf = (index: number) => `+1801${5_000_000 + index}`;
    let mistaken = 0;
    for (let index = 0; index < 500_000; index += 1) {
      if (table.find(textOf(index)) >= 0 || table.add(textOf(index), index) !== index) mistaken += 1;
    }
    expect(mistaken).toBe(0);
    table.set(7, 0, 77);
    expect([7, 0, 499_999].map((index) => table.get(table.find(textOf(index)), 0))).toEqual([77, 0, 499_999]);
    expect(table.find("+18014999999")).toBe(-1);
  });
});

describe("the hash of a string", () => {
  it("differs for similar strings", () => {
    const texts = Array.from({ length: 100_000 }, (_, index) => `17946738${index}|3|${index % 7}`);
    const numbers = new Set(texts.map(numberOfText));
    expect(numbers.size).toBe(texts.length);
    expect([...numbers].every((number) => Number.isSafeInteger(number) && number >= 0)).toBe(true);
  });
});
