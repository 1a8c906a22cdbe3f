import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { widgetScript } from "./widget-script.js";

describe("the script of the widget", () => {
  it("takes at most 8 KB on the way to a page", () => {
    expect(gzipSync(widgetScript()).length).toBeLessThanOrEqual(8 * 1_024);
  });

  it("never parses a text as HTML or as a script", () => {
    expect(widgetScript()).not.toMatch(
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|document\.write|DOMParser|eval|Function|import|require|srcdoc)\b/,
    );
  });
});
