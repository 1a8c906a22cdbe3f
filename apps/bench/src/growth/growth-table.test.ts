import { describe, expect, it } from "@jest/globals";
import { growthTable, judgeCost } from "./growth-table.js";

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
