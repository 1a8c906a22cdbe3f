import { describe, expect, it } from "@jest/globals";
import { isMet, targetText } from "./targets.js";

describe("targets", () => {
  it("are met by a value on their edge", () => {
    expect(isMet(0.25, { least: 0.25 })).toBe(true);
    expect(isMet(10, { most: 10 })).toBe(true);
  });

  it("are missed beyond it", () => {
    expect(isMet(0.249, { least: 0.25 })).toBe(false);
    expect(isMet(10.1, { most: 10 })).toBe(false);
  });

  it("are missed by what could not be measured", () => {
    expect(isMet(NaN, { least: 0 })).toBe(false);
    expect(isMet(NaN, { most: 10 })).toBe(false);
  });

  it("say in which direction they lie", () => {
    expect(targetText({ least: 40 }, "x")).toBe("≥ 40 x");
    expect(targetText({ most: 130 }, "MB")).toBe("≤ 130 MB");
  });
});
