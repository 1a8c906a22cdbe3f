import { hostname } from "node:os";
import { describe, expect, it } from "@jest/globals";
import { someMeasured } from "../../test/some-measured.js";
import { figuresOf } from "./figures.js";
import { findingOf } from "./findings.js";
import { machineText, thisMachine } from "./machine.js";
import { measuredSection, withMeasured } from "./page.js";

const begin = "<!-- measured: written by npm run bench -->";
const end = "<!-- end of measured -->";

describe("the page", () => {
  it("has everything between its marks replaced, and nothing else", () => {
    const page = `# Speed\n\n${begin}\nold\n${end}\n\nmore\n`;
    const written = withMeasured(page, "new");
    expect(written).toBe(`# Speed\n\n${begin}\n\nnew\n\n${end}\n\nmore\n`);
    expect(withMeasured(written, "new")).toBe(written);
  });

  it("is refused without its marks, or with them in the wrong order", () => {
    expect(() => withMeasured("# Speed", "new")).toThrow("has no lines");
    expect(() => withMeasured(`${end}\n${begin}`, "new")).toThrow("has no lines");
  });

  it("says what was measured when and on what, and never the machine's name", () => {
    const measured = someMeasured();
    const machine = { processors: 2, model: "Some Processor", gigabytes: 16, platform: "linux x64", node: "v20.19.0" };
    const section = measuredSection(measured, figuresOf(measured).map(findingOf), machine, "2026-03-01");
    expect(section).toContain("Measured on 2026-03-01: 20,000 reviews (1 MB of JSON), medians of 1 rounds.");
    expect(section).toContain("2 × Some Processor, 16 GB of memory, linux x64, Node v20.19.0");
    expect(section).toContain("| whole list, speed relative to nginx");
    expect(machineText(thisMachine())).not.toContain(hostname());
  });
});
