import { describe, expect, it } from "@jest/globals";
import { at } from "../../testing/builders.js";
import { cursorText, parseCursor } from "./list-query.js";

const good = { position: { at: at("2026-03-01"), kind: 1, id: 77 }, limit: 250, watermark: at("2026-03-02") };
const refusal = { kind: "invalid", code: "invalid_cursor" };
const refused = (text: string, scope = "reviews") => {
  try {
    return parseCursor(scope, text);
  } catch (error) {
    return error;
  }
};

describe("a cursor", () => {
  it("is valid only for the list and parameters that it was issued for", () => {
    expect(parseCursor("reviews", cursorText("reviews", good))).toEqual(good);
    expect(refused(cursorText("reviews", good), "invites")).toMatchObject(refusal);
  });

  it.each([
    ["no items", { ...good, limit: 0 }],
    ["more items than the page limit", { ...good, limit: 10_001 }],
    ["an unsafe integer as id", { ...good, position: { ...good.position, id: 9_999_999_999_999_998 } }],
  ])("is rejected if it is forged for %s, even with a valid checksum", (_, forged) => {
    expect(refused(cursorText("reviews", forged))).toMatchObject(refusal);
  });
});
