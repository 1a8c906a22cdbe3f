import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { numbersByText } from "./numbers-by-text.js";

describe("numbers by string", () => {
  it("behave like a Map", () => {
    const steps = fc.array(fc.tuple(fc.string({ maxLength: 8 }), fc.constantFrom("a", "b"), fc.nat(2 ** 31 - 1)), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const table = numbersByText(["a", "b"]);
        const map = new Map<string, number>();
        for (const [text, name, number] of all) {
          table.set(text, name === "a" ? "a" : "b", number);
          map.set(`${name} ${text}`, number);
        }
        for (const [text] of all)
          for (const name of ["a", "b"] as const) expect(table.get(text, name)).toBe(map.get(`${name} ${text}`));
        expect(table.get("never set", "a")).toBeUndefined();
      }),
    );
  });

  it("are correct for very many similar strings", () => {
    const table = numbersByText(["row"]);
    for (let row = 0; row < 100_000; row += 1) table.set(`V-2026-${row}`, "row", row);
    let wrong = 0;
    for (let row = 0; row < 100_000; row += 1) if (table.get(`V-2026-${row}`, "row") !== row) wrong += 1;
    expect(wrong).toBe(0);
    expect(table.get("V-2026-100000", "row")).toBeUndefined();
  });
});
