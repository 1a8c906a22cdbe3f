import { expect, it } from "@jest/globals";
import { parseMoney } from "./cents.js";

it.each([
  ["1250.00", 125_000],
  ["1250", 125_000],
  ["0.5", 50],
  ["-3.05", -305],
  ["0.29", 29],
  ["999999999999.99", 99_999_999_999_999],
])("parses %s as %d cents", (text, cents) => {
  expect(parseMoney(text)).toBe(cents);
});

it("parses -0.00 as zero, not minus zero", () => {
  expect(parseMoney("-0.00")).toBe(0);
});

it.each(["", "1,250.00", "$5", "1.234", ".5", "5.", "1e3", "1234567890123", " 5", "NaN"])(
  "rejects %j as an amount",
  (text) => {
    expect(parseMoney(text)).toBeUndefined();
  },
);
