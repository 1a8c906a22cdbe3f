import { describe, expect, it } from "@jest/globals";
import { growthTable, judge, judgeCost } from "./growth.js";

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

const costs = [
  judgeCost({ engine: "SQLite", key: "users", costs: [1, 1.25] }),
  judgeCost({ engine: "SQLite", key: "submission", costs: [2, 20] }),
  judgeCost({ engine: "SQLite", key: "rest_fsyncs", costs: [0, 3] }),
  judgeCost({ engine: "PostgreSQL", key: "csv", costs: [40, 400] }),
];

describe("the table of costs", () => {
  it("shows the costs of each size, and marks costs that grow faster than expected", () => {
    expect(growthTable([10_000, 100_000], costs).split("\n")).toEqual([
      "cost                            10,000 rows   100,000 rows  growth  expected",
      "100 users                       1.00 ms       1.25 ms       1.25 x  flat",
      "One submission                  2.00 ms       20.0 ms       10.0 x  flat      NOT FLAT",
      "One minute at rest              0.000 fsyncs  3.00 fsyncs   1.00 x  flat",
      "PostgreSQL: All reviews as CSV  40.0 ms       400 ms        10.0 x  linear",
    ]);
  });
});
