import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { trackingScript } from "./tracking-script.js";

describe("the tracking script", () => {
  it("is at most 3 KB compressed", () => {
    expect(gzipSync(trackingScript()).length).toBeLessThanOrEqual(3 * 1_024);
  });

  it("is a single script that sends no requests", () => {
    expect(trackingScript()).not.toMatch(
      /\b(?:import|export|require|fetch|XMLHttpRequest|sendBeacon|Image|eval|innerHTML)\b/,
    );
  });

  it("requires only ES2017", () => {
    expect(trackingScript()).not.toMatch(/\?\?|\?\.[^\d]|\.\.\.\w+\s*}|\bcatch\s*\{|\basync\b/);
  });
});
