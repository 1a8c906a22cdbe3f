import { describe, expect, it } from "@jest/globals";
import { parseTokenKeys } from "./key-ring.js";

const [one, two] = [Buffer.alloc(32, 0xfb), Buffer.alloc(48, 0x3f)];
const base64 = one.toString("base64");
const secrets = (text: string) => parseTokenKeys(text).map(({ kid, secret }) => [kid, secret.export()]);

describe("parseTokenKeys", () => {
  it("returns keys in order", () => {
    expect(secrets(`2026-06:${base64},old.1:${two.toString("base64")}`)).toEqual([
      ["2026-06", one],
      ["old.1", two],
    ]);
  });

  it.each([
    ["with padding", base64],
    ["without padding", base64.replace("=", "")],
    ["in the URL alphabet", one.toString("base64url")],
  ])("accepts base64 %s", (_, text) => {
    expect(secrets(` a:${text} `)).toEqual([["a", one]]);
  });

  const short = Buffer.alloc(31, 1).toString("base64");
  it.each([
    ["", "key 1 must have the form ID:BASE64"],
    [base64, "key 1 must have the form ID:BASE64"],
    [`:${base64}`, "key 1 must have the form ID:BASE64"],
    ["a:", "key 1 must have the form ID:BASE64"],
    [`a b:${base64}`, "key 1 must have the form ID:BASE64"],
    [`${"k".repeat(65)}:${base64}`, "key 1 must have the form ID:BASE64"],
    [`a:${base64},`, "key 2 must have the form ID:BASE64"],
    [`a:${base64};b:${base64}`, "key 1 must have the form ID:BASE64"],
    [`a:${base64.slice(0, -2)}`, "key 1 is not valid base64"],
    [`a:${base64},b:${base64.slice(0, -3)}x==`, "key 2 is not valid base64"],
    [`a:${short}`, "key 1 has 31 bytes, but needs at least 32 (to create a key, run: openssl rand -base64 32)"],
    [`a:${base64},b:QQ==`, "key 2 has 1 bytes, but needs at least 32 (to create a key, run: openssl rand -base64 32)"],
    [`a:${base64},b:${base64},a:${base64}`, "key 3 has the same ID as key 1"],
  ])("rejects %j", (text, problem) => {
    expect(() => parseTokenKeys(text)).toThrow(
      expect.objectContaining({ kind: "invalid", code: "invalid_token_keys", message: `token keys: ${problem}` }),
    );
  });

  it("never repeats keys in error messages", () => {
    for (const text of [base64, `${base64}:a`, `a:${short}`, `a:${base64}!`, `a:${base64},a:${base64}`]) {
      try {
        parseTokenKeys(text);
        throw new Error("was accepted");
      } catch (error) {
        expect(String(error)).toMatch(/token keys: key/);
        expect(`${error} ${JSON.stringify(error)}`).not.toContain(text.replace(/^a:/, "").slice(0, 8));
      }
    }
  });
});
