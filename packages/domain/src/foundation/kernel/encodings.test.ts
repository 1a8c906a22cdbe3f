import { crc32 as zipCrc32 } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { crc32, crc32After, isBase64url, parseBase64url } from "./encodings.js";

const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

describe("canonical base64url", () => {
  it("decodes to the encoded bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(parseBase64url(encoded(bytes))).toEqual(bytes);
      }),
    );
  });

  it("rejects every other spelling of the same bytes", () => {
    const character = fc.constantFrom(..."ABgw019-_", "=", "+", "/", " ", "é", "\0");
    fc.assert(
      fc.property(fc.array(character, { maxLength: 9 }), (characters) => {
        const text = characters.join("");
        const bytes = parseBase64url(text);
        expect(bytes !== undefined).toBe(encoded(Buffer.from(text, "base64url")) === text);
        expect(isBase64url(text)).toBe(bytes !== undefined);
        if (bytes) expect(encoded(bytes)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("CRC-32", () => {
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
});
