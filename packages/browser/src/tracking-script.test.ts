import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { trackingScript } from "./tracking-script.js";

describe("the tracking script", () => {
  it("takes at most 3 KB on the way to a page", () => {
    expect(gzipSync(trackingScript()).length).toBeLessThanOrEqual(3 * 1_024);
  });

  it("is one script that loads nothing and sends nothing", () => {
    expect(trackingScript()).not.toMatch(
      /\b(?:import|export|require|fetch|XMLHttpRequest|sendBeacon|Image|eval|innerHTML)\b/,
    );
  });

  it("asks no more of a browser than ES2017", () => {
    expect(trackingScript()).not.toMatch(/\?\?|\?\.[^\d]|\.\.\.\w+\s*}|\bcatch\s*\{|\basync\b/);
  });
});
