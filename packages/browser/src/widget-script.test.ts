import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { widgetScript } from "./widget-script.js";

describe("the widget script", () => {
  it("is at most 8 KB compressed", () => {
    expect(gzipSync(widgetScript()).length).toBeLessThanOrEqual(8 * 1_024);
  });

  it("never parses a string as HTML or as a script", () => {
    expect(widgetScript()).not.toMatch(
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|document\.write|DOMParser|eval|Function|import|require|srcdoc)\b/,
    );
  });
});
