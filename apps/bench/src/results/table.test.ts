import { describe, expect, it } from "@jest/globals";
import { findingOf } from "./findings.js";
import { markdownTable, textTable } from "./table.js";

const findings = [
  findingOf({ key: "a", label: "whole list", unit: "x", values: [0.3, 0.31, 0.33], target: { min: 0.25 } }),
  findingOf({ key: "b", label: "first byte", unit: "ms", values: [12.34], target: { max: 10 } }),
  findingOf({ key: "c", label: "naive way", unit: "ms", values: [11_200.4, 11_000] }),
  findingOf({ key: "d", label: "import", unit: "share", values: [0.0377], target: { min: 0.05 } }),
  findingOf({ key: "e", label: "long list", unit: "share", values: [1.052] }),
];

describe("the table", () => {
  it("shows medians, targets, results and spreads", () => {
    expect(textTable(findings).split("\n")).toEqual([
      "measurement  median     target    met  spread",
      "whole list   0.310 x    ≥ 0.25 x  yes  10 %",
      "first byte   12.3 ms    ≤ 10 ms   NO",
      "naive way    11,100 ms                 2 %",
      "import       3.8 %      ≥ 5 %     NO",
      "long list    105 %",
    ]);
  });

  it("is an aligned Markdown table", () => {
    const lines = markdownTable(findings).split("\n");
    expect(lines[0]).toBe("| measurement | median    | target   | met | spread |");
    expect(lines[1]).toBe("| ----------- | --------- | -------- | --- | ------ |");
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
    expect(lines).toHaveLength(7);
  });
});
