import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { tokenKinds } from "../kernel/principal.js";
import { isTokenText, tokenText } from "./token-text.js";

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe("a token", () => {
  it("consists of a prefix for its kind, 43 characters of 256 bits and 6 check characters", () => {
    expect(tokenText("account-key", new Uint8Array(32))).toMatch(/^rpk_0{43}[0-9A-Za-z]{6}$/);
    expect(tokenText("api-token", new Uint8Array(32).fill(255))).toMatch(/^rpa_[0-9A-Za-z]{49}$/);
    expect(tokenText("web-forms", new Uint8Array(32))).toMatch(/^rpf_/);
  });

  it("ends with the CRC-32 of the preceding characters", () => {
    // Known check values: CRC-32 of "123456789" is CBF43926 by definition. The other one is computed independently.
    expect(tokenText("account-key", new Uint8Array(32)).slice(-6)).toBe(base62(crc32("rpk_" + "0".repeat(43))));
    expect(crc32("123456789")).toBe(0xcbf43926);
  });

  it("is recognized, unlike any other string of the same length", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tokenKinds),
        bytes,
        fc.nat(52),
        fc.constantFrom("a", "Z", "0", "-"),
        (kind, random, place, other) => {
          const token = tokenText(kind, random);
          expect(isTokenText(token)).toBe(true);
          const changed = token.slice(0, place) + other + token.slice(place + 1);
          expect(isTokenText(changed)).toBe(changed === token);
        },
      ),
    );
  });

  it.each(["", "rpk_", "rpx_" + "0".repeat(49), "Bearer rpk_", "rpk_" + "é".repeat(49)])(
    "is not recognized in %j",
    (text) => {
      expect(isTokenText(text)).toBe(false);
    },
  );

  it("differs for different bytes", () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        fc.pre(one.some((byte, index) => byte !== other[index]));
        expect(tokenText("api-token", one)).not.toBe(tokenText("api-token", other));
      }),
    );
  });
});

/** CRC-32 with a table, independent of the code under test. */
function crc32(text: string): number {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  });
  let crc = 0xffffffff;
  for (const char of text) crc = (table[(crc ^ char.charCodeAt(0)) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function base62(number: number): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let text = "";
  for (let rest = number; text.length < 6; rest = Math.floor(rest / 62)) text = digits.charAt(rest % 62) + text;
  return text;
}
