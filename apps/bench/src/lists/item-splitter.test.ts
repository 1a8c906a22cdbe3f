import { describe, expect, it } from "@jest/globals";
import { itemSplitter } from "./item-splitter.js";

const split = (text: string, pieceBytes: number): readonly string[] => {
  const splitter = itemSplitter();
  const bytes = Buffer.from(text);
  const items: string[] = [];
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    items.push(...splitter.add(bytes.subarray(start, start + pieceBytes)));
  }
  splitter.end();
  return items;
};

const list = [
  { id: 1, text: 'braces } { and a quote \\" in a text\\' },
  { id: 2, inside: { deep: [{ er: "ü€😀" }] } },
  { id: 3, text: "" },
];

describe("the item splitter", () => {
  it.each([1, 2, 7, 1_000])("finds the same items in pieces of %d bytes", (pieceBytes) => {
    const items = split(JSON.stringify({ items: list }), pieceBytes);
    expect(items.map((item) => JSON.parse(item) as unknown)).toEqual(list);
  });

  it("finds nothing in an empty list", () => {
    expect(split('{"items":[]}', 5)).toEqual([]);
  });

  it.each(['{"error":"x"}', '{"items":[{"id":1}', '{"items":[{"id":1', '{"items":[]} ', ""])(
    "refuses what is not a whole list: %s",
    (text) => {
      expect(() => split(text, 1_000)).toThrow("the list does not");
    },
  );
});
