import { expect, it } from "@jest/globals";
import { sameValue } from "./same-value.js";

it.each([
  [1, 1],
  [null, null],
  [{ a: [1, { b: "x" }] }, { a: [1, { b: "x" }] }],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
])("%j equals %j", (one, other) => {
  expect(sameValue(one, other)).toBe(true);
});

it.each([
  [1, "1"],
  [null, {}],
  [undefined, { a: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[], {}],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: undefined }, { b: undefined }],
])("%j differs from %j", (one, other) => {
  expect(sameValue(one, other)).toBe(false);
});
