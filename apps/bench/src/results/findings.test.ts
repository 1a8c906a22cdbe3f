import { describe, expect, it } from "@jest/globals";
import { findingOf, missed } from "./findings.js";

const figure = (values: readonly number[], most?: number) =>
  ({ key: "k", label: "l", unit: "ms", values, ...(most !== undefined && { target: { most } }) }) as const;

describe("findings", () => {
  it("judge the median, not the worst round", () => {
    expect(findingOf(figure([9, 50, 8], 10))).toMatchObject({ median: 9, met: true });
  });

  it("are missed when the median is", () => {
    expect(missed([findingOf(figure([11, 12, 9], 10)), findingOf(figure([1], 10))])).toMatchObject([{ median: 11 }]);
  });

  it("are neither met nor missed without a target", () => {
    const finding = findingOf(figure([1_000]));
    expect(finding.met).toBeUndefined();
    expect(missed([finding])).toEqual([]);
  });
});
