import { expect, it } from "@jest/globals";
import { accountIdOf } from "./ids.js";

it("an account id is a positive safe integer", () => {
  expect(accountIdOf(7)).toBe(7);
  for (const value of [0, -1, 1.5, Number.NaN, Infinity, 2 ** 53, "7", null, undefined]) {
    expect(() => accountIdOf(value as number)).toThrow(new TypeError("an account id must be a positive safe integer"));
  }
});
