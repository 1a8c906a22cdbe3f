import { expect, it } from "@jest/globals";
import { dividedBy, moneyFormat } from "./money.js";

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
