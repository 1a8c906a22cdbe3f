import { PassThrough } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { showProgress, timeText } from "./progress.js";

describe("showProgress", () => {
  it("prints nothing without a terminal", () => {
    const stream = new PassThrough({ encoding: "utf8" });
    const progress = showProgress(stream, "lines");
    progress.show({ phase: "checking", done: 1_000 });
    progress.end();
    expect(stream.read()).toBeNull();
  });

  it("counts while the total is unknown, and then shows a bar", () => {
    const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true });
    const progress = showProgress(stream, "lines");
    progress.show({ phase: "checking", done: 1_000 });
    progress.end();
    expect(stream.read()).toContain("checking 1,000 lines");

    const storing = showProgress(stream, "lines");
    storing.show({ phase: "storing", done: 500, of: 2_000 });
    storing.end();
    expect(stream.read()).toContain(`storing [${"=".repeat(8)}${"-".repeat(22)}] 25 %, 500 of 2,000 lines`);
  });

  it.each([
    [0.2, "1 s"],
    [45, "45 s"],
    [90, "2 min"],
    [7_500, "2 h 5 min"],
    [3_599, "1 h 0 min"],
  ])("shows %d remaining seconds as %s", (seconds, text) => {
    expect(timeText(seconds)).toBe(text);
  });
});
