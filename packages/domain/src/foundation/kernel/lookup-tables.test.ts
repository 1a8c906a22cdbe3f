import { describe, expect, it, jest } from "@jest/globals";
import { rememberedOf } from "./lookup-tables.js";

describe("a memoized function of an array", () => {
  it("derives one value per array, and no value from the contents of another array", () => {
    const derive = jest.fn((items: readonly number[]) => new Set(items));
    const setOf = rememberedOf(derive);
    const [one, other] = [
      [1, 2],
      [1, 2],
    ];
    expect(setOf(one)).toBe(setOf(one));
    expect(setOf(other)).not.toBe(setOf(one));
    expect(derive).toHaveBeenCalledTimes(2);
  });
});
