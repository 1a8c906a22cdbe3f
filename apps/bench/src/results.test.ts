import { hostname } from "node:os";
import { describe, expect, it } from "@jest/globals";
import {
  findingOf,
  isMet,
  machineText,
  markdownTable,
  measuredSection,
  median,
  missed,
  percentile,
  spread,
  targetText,
  textTable,
  thisMachine,
  withMeasured,
} from "./results.js";

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

const begin = "<!-- measured: written by npm run bench -->";
const end = "<!-- end of measured -->";

describe("the page", () => {
  it("has the section between its markers replaced, and nothing else", () => {
    const page = `# Speed\n\n${begin}\nold\n${end}\n\nmore\n`;
    const written = withMeasured(page, "new");
    expect(written).toBe(`# Speed\n\n${begin}\n\nnew\n\n${end}\n\nmore\n`);
    expect(withMeasured(written, "new")).toBe(written);
  });

  it("is rejected if its markers are missing or in the wrong order", () => {
    expect(() => withMeasured("# Speed", "new")).toThrow("has no lines");
    expect(() => withMeasured(`${end}\n${begin}`, "new")).toThrow("has no lines");
  });

  it("shows the date, the data and the machine, but never the machine's name", () => {
    const measured = { rows: 20_000, bytes: 1_000_000, rounds: 3 };
    const findings = [findingOf({ key: "k", label: "whole list", unit: "x", values: [0.3], target: { min: 0.25 } })];
    const machine = { processors: 2, model: "Some Processor", gigabytes: 16, platform: "linux x64", node: "v20.19.0" };
    const section = measuredSection(measured, findings, machine, "2026-03-01");
    expect(section).toContain(
      "The benchmark ran on 2026-03-01 with 20,000 reviews (1 MB of JSON). Each figure is the median of 3 rounds.",
    );
    expect(section).toContain("2 × Some Processor, 16 GB of memory, linux x64, Node v20.19.0");
    expect(section).toContain("| whole list");
    expect(machineText(thisMachine())).not.toContain(hostname());
  });
});
