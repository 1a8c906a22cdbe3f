import { expect, it } from "@jest/globals";
import { dividedBy, moneyFormat, parseMoney } from "./cents.js";

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

it.each([
  [123_450, "USD", "$1,234.50"],
  [-500, "USD", "-$5.00"],
  [0, "USD", "$0.00"],
  [9, "EUR", "€0.09"],
  [100_000_000, "GBP", "£1,000,000.00"],
  [1_200, "CHF", "CHF 12.00"],
  [-500, "CHF", "-CHF 5.00"],
  [123_456_789, "SEK", "SEK 1,234,567.89"],
  [100, "XYZ", "XYZ 1.00"],
])("formats %d cents in %s as %s", (cents, currency, shown) => {
  expect(moneyFormat(currency)(cents)).toBe(shown);
});

it.each([
  [5, 2, 3],
  [-5, 2, -3],
  [100, 3, 33],
  [200, 3, 67],
  [-1, 3, 0],
  [7, 0, 0],
])("divides %d by %d into %d and rounds half a cent away from zero", (amount, count, share) => {
  expect(dividedBy(amount, count)).toBe(share);
});
