import { PassThrough } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { loadProgress } from "./load-progress.js";

describe("loadProgress", () => {
  it("says nothing where nobody watches", () => {
    const stream = new PassThrough({ encoding: "utf8" });
    const progress = loadProgress(stream);
    progress.show({ phase: "checking", lines: 1_000 });
    progress.end();
    expect(stream.read()).toBeNull();
  });

  it("counts lines while the bundle is checked, and shows a bar while it is stored", () => {
    const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true });
    const progress = loadProgress(stream);
    progress.show({ phase: "checking", lines: 1_000 });
    progress.end();
    expect(stream.read()).toContain("checking 1,000 lines");

    const storing = loadProgress(stream);
    storing.show({ phase: "storing", lines: 500, of: 2_000 });
    storing.end();
    expect(stream.read()).toContain(`storing [${"=".repeat(10)}${"-".repeat(30)}] 500 of 2,000 lines`);
  });
});
