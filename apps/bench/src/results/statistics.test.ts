import { describe, expect, it } from "@jest/globals";
import { median, percentile, spread } from "./statistics.js";

describe("statistics", () => {
  it("take the middle value, whatever the order", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([7])).toBe(7);
  });

  it("take what lies between the two middle values where there is no middle one", () => {
    expect(median([10, 1, 4, 2])).toBe(3);
  });

  it("compare values as numbers, not as text", () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  it("find the value that 99 of 100 do not exceed", () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(values, 0.99)).toBe(99);
    expect(percentile([...values, 101], 0.99)).toBe(100);
    expect(percentile([3, 8], 0.99)).toBe(8);
  });

  it("tell the spread as a share of the median", () => {
    expect(spread([9, 10, 12])).toBeCloseTo(0.3);
    expect(spread([4])).toBe(0);
  });

  it("give no number for no values", () => {
    expect([median([]), percentile([], 0.99), spread([])]).toEqual([NaN, NaN, NaN]);
  });

  it("leave the values in their order", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});
