import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { isBase64url, parseBase64url } from "./base64url.js";

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
