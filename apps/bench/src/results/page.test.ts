import { hostname } from "node:os";
import { describe, expect, it } from "@jest/globals";
import { findingOf } from "./findings.js";
import { machineText, measuredSection, thisMachine, withMeasured } from "./page.js";

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
