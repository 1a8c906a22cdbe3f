import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { pageFiles, trackingScript, widgetScripts } from "./index.js";

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

describe("the files of the pages for a practice", () => {
  it.each([
    ["overview", 20],
    ["office", 12],
  ] as const)("%s is at most %d KB compressed", (name, size) => {
    const { script, style } = pageFiles()[name];
    expect(gzipSync(script + style).length).toBeLessThanOrEqual(size * 1_024);
  });

  it.each(["overview", "office"] as const)(
    "%s inserts no strings as HTML, and keeps only the token of the tab",
    (name) => {
      const { script, style } = pageFiles()[name];
      expect(script).not.toMatch(
        /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|document\.write|eval|Function|localStorage|indexedDB|cookie)\b/,
      );
      expect(script.match(/sessionStorage\.setItem/g)).toEqual(["sessionStorage.setItem"]);
      // The office parses only the report of the service, in a document that loads nothing and runs no scripts.
      expect(script.match(/DOMParser/g) ?? []).toEqual(name === "office" ? ["DOMParser"] : []);
      expect(style).not.toMatch(/url\(|@import/);
    },
  );
});
