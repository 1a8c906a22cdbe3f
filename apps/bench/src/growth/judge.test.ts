import { describe, expect, it } from "@jest/globals";
import { judge } from "./judge.js";

describe("the growth of a cost", () => {
  it("is flat up to a factor of 2 for ten times as many rows", () => {
    expect(judge([2, 4], "flat", 0)).toEqual({ factor: 2, growth: "flat", isExpected: true });
    expect(judge([2, 4.1], "flat", 0)).toMatchObject({ growth: "linear", isExpected: false });
  });

  it("is linear up to a factor of 13", () => {
    expect(judge([1, 13], "linear", 0)).toEqual({ factor: 13, growth: "linear", isExpected: true });
    expect(judge([1, 13.1], "linear", 0)).toMatchObject({ growth: "steep", isExpected: false });
    expect(judge([1, 13.1], "flat", 0)).toMatchObject({ growth: "steep", isExpected: false });
  });

  it("is the largest of the steps", () => {
    expect(judge([10, 12, 60], "flat", 0)).toMatchObject({ factor: 5, growth: "linear" });
    expect(judge([1, 8, 8], "flat", 0)).toMatchObject({ factor: 8, growth: "linear" });
  });

  it("is expected if it is smaller than expected", () => {
    expect(judge([5, 4], "linear", 0)).toMatchObject({ factor: 0.8, growth: "flat", isExpected: true });
  });

  it("ignores differences below the resolution", () => {
    expect(judge([0, 4], "flat", 5)).toEqual({ factor: 1, growth: "flat", isExpected: true });
    expect(judge([-3, 50], "flat", 5)).toMatchObject({ factor: 10, growth: "linear" });
  });

  it("is not expected if a cost was not measured", () => {
    expect(judge([1, Number.NaN], "linear", 0)).toMatchObject({ growth: "steep", isExpected: false });
    expect(judge([1], "linear", 0)).toMatchObject({ growth: "steep", isExpected: false });
  });
});
