import type { Secrets } from "../foundation/kernel/secrets.js";
import { describe, expect, it } from "./runner.js";

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Tests that every implementation of `Secrets` must pass. Call this function once per adapter. The expected hashes are
 * the examples of FIPS 180-4 and of RFC 4231.
 */
export function secretsContract(name: string, fresh: () => Secrets): void {
  describe(`the secrets of ${name}`, () => {
    it("hash a string in UTF-8 with SHA-256, as lowercase hexadecimal digits", () => {
      const { sha256 } = boundTo(fresh());
      expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
      expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
      expect(sha256("ü漢")).toBe("c47c8d5d8288718d08f0aa3621829e59719918a99680740ad95aa631e7388990");
    });

    it("authenticate a string with HMAC-SHA-256", () => {
      const { hmacSha256 } = boundTo(fresh());
      expect(hex(hmacSha256(new TextEncoder().encode("Jefe"), "what do ya want for nothing?"))).toBe(
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      );
      expect(hmacSha256(new Uint8Array(20).fill(0x0b), "Hi There")).toHaveLength(32);
    });

    it("return as many random bytes as requested, different every time", () => {
      const { randomBytes } = boundTo(fresh());
      expect([0, 1, 16, 32].map((count) => randomBytes(count).length)).toEqual([0, 1, 16, 32]);
      const texts = Array.from({ length: 100 }, () => hex(randomBytes(16)));
      expect(new Set(texts).size).toBe(100);
    });
  });
}

const boundTo = (secrets: Secrets): Secrets => ({
  randomBytes: (count) => secrets.randomBytes(count),
  sha256: (text) => secrets.sha256(text),
  hmacSha256: (key, text) => secrets.hmacSha256(key, text),
});
