import { describe, expect, it } from "@jest/globals";
import { shownText } from "./shown-text.js";

describe("a string on another site's page", () => {
  it.each([
    ["excess combining marks", `Zo${"\u0301".repeat(490)}e`, `Zo${"\u0301".repeat(4)}e`],
    ["excess marks of several kinds", `o${"\u0301\u0323\u0308".repeat(50)}`, "o\u0301\u0323\u0308\u0301"],
    ["excess line breaks", `a${"\n".repeat(318)}b`, "a\n\nb"],
    ["excess line breaks with spaces between them", "a\r\n \t\r\n\u2028 \u2029\nb", "a\n\nb"],
    ["characters that reorder the page", "\u202eevil\u202c \u2066x\u2069", "evil x"],
  ])("loses %s", (_what, text, shown) => {
    expect(shownText(text)).toBe(shown);
  });

  it.each([
    ["Vietnamese, decomposed", "Nguye\u0302\u0303n Tha\u0306\u0301ng"],
    ["Hebrew with vowels and cantillation", "בְּרֵאשִׁ֖ית בָּרָ֣א"],
    ["Thai", "น้ำ ที่นี่ ดีมาก"],
    ["Hindi", "क्षत्रिय श्रीं बहुत अच्छा"],
    ["Arabic with vowels", "مُحَمَّدٌ ﷺ"],
    ["emoji of several parts", "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇺🇸"],
    ["two paragraphs", "one\ntwo\n\nthree"],
  ])("keeps %s", (_what, text) => {
    expect(shownText(text)).toBe(text);
  });

  it("is cleaned in linear time", () => {
    for (const piece of ["\n ", "\n", " ", "\u0301", "\r"]) expect(shownText(piece.repeat(200_000))).toBeDefined();
  });
});
