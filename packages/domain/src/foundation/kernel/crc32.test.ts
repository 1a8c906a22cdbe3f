import { crc32 as zipCrc32 } from "node:zlib";
import { expect, it } from "@jest/globals";
import { crc32, crc32After } from "./crc32.js";

it.each([
  ["", 0],
  ["123456789", 0xcbf43926],
  ["The quick brown fox jumps over the lazy dog", 0x414fa339],
  ["é", 0x0e048d3e],
])("computes the zip CRC-32 of %j", (text, expected) => {
  expect(crc32(text)).toBe(expected);
});

it.each([1, 7, 8, 9, 15, 16, 17, 100])("continues a checksum with %i bytes at any offset, as zlib does", (length) => {
  const bytes = Uint8Array.from({ length: length + 3 }, (_, index) => (index * 167 + 13) % 256).subarray(3);
  expect(crc32After(0xcbf43926, bytes)).toBe(zipCrc32(bytes, 0xcbf43926));
});
