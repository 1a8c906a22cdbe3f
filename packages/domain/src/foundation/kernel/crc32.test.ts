import { expect, it } from "@jest/globals";
import { crc32 } from "./crc32.js";

it.each([
  ["", 0],
  ["123456789", 0xcbf43926],
  ["The quick brown fox jumps over the lazy dog", 0x414fa339],
  ["é", 0x0e048d3e],
])("computes the zip CRC-32 of %j", (text, expected) => {
  expect(crc32(text)).toBe(expected);
});
