import { describe, expect, it } from "@jest/globals";
import { findingOf, isMet, median, missed, percentile, spread, targetText } from "./findings.js";

const figure = (values: readonly number[], max?: number) =>
  ({ key: "k", label: "l", unit: "ms", values, ...(max !== undefined && { target: { max } }) }) as const;

describe("findings", () => {
  it("use the median, not the worst round", () => {
    expect(findingOf(figure([9, 50, 8], 10))).toMatchObject({ median: 9, met: true });
  });

  it("are missed if the median misses the target", () => {
    expect(missed([findingOf(figure([11, 12, 9], 10)), findingOf(figure([1], 10))])).toMatchObject([{ median: 11 }]);
  });

  it("are neither met nor missed if they have no target", () => {
    const finding = findingOf(figure([1_000]));
    expect(finding.met).toBeUndefined();
    expect(missed([finding])).toEqual([]);
  });
});

describe("targets", () => {
  it("are met by a value equal to the target", () => {
    expect(isMet(0.25, { min: 0.25 })).toBe(true);
    expect(isMet(10, { max: 10 })).toBe(true);
  });

  it("are missed by a value beyond the target", () => {
    expect(isMet(0.249, { min: 0.25 })).toBe(false);
    expect(isMet(10.1, { max: 10 })).toBe(false);
  });

  it("are missed by NaN", () => {
    expect(isMet(NaN, { min: 0 })).toBe(false);
    expect(isMet(NaN, { max: 10 })).toBe(false);
  });

  it("are formatted with their direction", () => {
    expect(targetText({ min: 40 }, "x")).toBe("≥ 40 x");
    expect(targetText({ max: 130 }, "MB")).toBe("≤ 130 MB");
    expect(targetText({ min: 0.35 }, "share")).toBe("≥ 35 %");
  });
});

describe("statistics", () => {
  it("take the middle value in any order", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([7])).toBe(7);
  });

  it("take the mean of the two middle values of an even number of values", () => {
    expect(median([10, 1, 4, 2])).toBe(3);
  });

  it("compare values as numbers, not as strings", () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  it("find the 99th percentile", () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(values, 0.99)).toBe(99);
    expect(percentile([...values, 101], 0.99)).toBe(100);
    expect(percentile([3, 8], 0.99)).toBe(8);
  });

  it("return the spread as a share of the median", () => {
    expect(spread([9, 10, 12])).toBeCloseTo(0.3);
    expect(spread([4])).toBe(0);
  });

  it("return NaN for no values", () => {
    expect([median([]), percentile([], 0.99), spread([])]).toEqual([NaN, NaN, NaN]);
  });

  it("do not change the order of the values", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});
