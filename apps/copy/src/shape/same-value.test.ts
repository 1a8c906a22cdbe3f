import { expect, it } from "@jest/globals";
import { isSameValue } from "./same-value.js";

it.each([
  ["19.99", 1999 * 0.01, true],
  ["411.53", 41_153 * 0.01, true],
  ["26.83", "26.83", true],
  ["19.99", 19.991, false],
  ["19.99", "19.98", false],
  ["0.00", null, false],
])("compares the amount %j with the stored %j", (wanted, stored, isSame) => {
  expect(isSameValue("money", wanted, stored)).toBe(isSame);
});
