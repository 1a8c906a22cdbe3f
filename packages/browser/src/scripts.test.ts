import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { overviewFiles, trackingScript, widgetScripts } from "./index.js";

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

describe("the scripts of the widget", () => {
  it.each([
    ["reviews.js", 4],
    ["reviews-colors.js", 2],
    ["reviews-languages.js", 2],
    ["reviews-details.js", 3],
    ["reviews-layouts.js", 2],
  ] as const)("%s is at most %d KB compressed", (name, size) => {
    expect(gzipSync(widgetScripts()[name], { level: 9 }).length).toBeLessThanOrEqual(size * 1_024);
  });

  it("never parse a string as HTML or as a script", () => {
    expect(Object.values(widgetScripts()).join("\n")).not.toMatch(
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|document\.write|DOMParser|eval|Function|require|srcdoc)\b/,
    );
  });

  it("import only their own further files", () => {
    const { "configure.js": _, ...scripts } = widgetScripts();
    expect(
      Object.values(scripts)
        .join("\n")
        .match(/\bimport\b.{0,40}/g),
    ).toEqual([expect.stringMatching(/^import\(\/\* webpackIgnore: true \*\/\w+\)/)]);
  });
});

describe("the files of the overview page", () => {
  it("are at most 20 KB compressed", () => {
    const { script, style } = overviewFiles();
    expect(gzipSync(script + style).length).toBeLessThanOrEqual(20 * 1_024);
  });

  it("never parse a string as HTML or as a script, and keep nothing after the tab is closed", () => {
    expect(overviewFiles().script).not.toMatch(
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|document\.write|DOMParser|eval|Function|localStorage|indexedDB|cookie)\b/,
    );
    expect(overviewFiles().style).not.toMatch(/url\(|@import/);
  });
});
