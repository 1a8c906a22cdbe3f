import { describe, expect, it } from "@jest/globals";
import { progressOn } from "./progress.js";

describe("progress", () => {
  const shown = (isTTY: boolean, texts: readonly string[]) => {
    let written = "";
    const progress = progressOn({ isTTY, columns: 20, write: (text) => (written += text) });
    for (const text of texts) progress.show(text);
    progress.end();
    return written;
  };

  it("writes nothing where nobody watches", () => {
    expect(shown(false, ["loading"])).toBe("");
  });

  it("stays on one line, however long the text is, and leaves nothing behind", () => {
    const written = shown(true, ["loading", "a text that is longer than the line"]);
    expect(written).not.toContain("\n");
    expect(written.split("\r\u001b[K")).toEqual(["", "loading", "a text that is long", ""]);
  });
});
