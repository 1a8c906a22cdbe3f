import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { goodAssertion, hostileAssertions } from "../../testing/hostile-assertions.js";
import type { Instant } from "../kernel/instant.js";
import { readAssertion } from "./client-assertion.js";

const iat = 1_780_315_200;
const tokenUrl = "https://repute.example/oauth/token";
const context = { tokenUrl, now: (iat * 1_000) as Instant };
const maker = {
  header: { alg: "RS384", kid: "2026-06" },
  payload: { iss: "client-1", sub: "client-1", aud: tokenUrl, iat, exp: iat + 300, jti: "a-1" },
  encode: (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url"),
  sign: () => "bm8gc2lnbmF0dXJlIGF0IGFsbA",
} as const;
const read = (text: unknown) => readAssertion(text, context);

describe("an assertion", () => {
  it("is parsed completely", () => {
    const text = goodAssertion(maker);
    expect(read(text)).toEqual({
      assertion: { clientId: "client-1", kid: "2026-06", jti: "a-1", expiresAt: (iat + 300) * 1_000, text },
    });
  });

  const fine: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
    ["typ JWT", { typ: "JWT" }, {}],
    ["typ client-authentication+jwt", { typ: "client-authentication+jwt" }, {}],
    ["its own keys in the header", { jwk: {}, jku: "https://x", x5u: "https://x", x5c: ["x"], x5t: "x" }, {}],
    ["a kid of 256 characters", { kid: "k".repeat(256) }, {}],
    ["a jti of 255 characters", {}, { jti: "j".repeat(255) }],
    ["letters of any language", { kid: "schlüssel-🔑" }, { jti: "番号" }],
    ["a list with only our URL as aud", {}, { aud: [tokenUrl] }],
    ["a lifetime of 1 second", {}, { exp: iat + 1 }],
    ["1 second left", {}, { iat: iat - 299, exp: iat + 1 }],
    ["an iat and an nbf 30 seconds ahead", {}, { iat: iat + 30, nbf: iat + 30, exp: iat + 330 }],
    ["an nbf in the distant past", {}, { nbf: 0 }],
    ["unknown claims", {}, { scope: "*", nested: { iss: [{ a: ":" }] }, ["__proto__"]: { iss: "x" } }],
  ];
  it.each(fine)("may have %s", (_, header, payload) => {
    expect(read(goodAssertion(maker, header, payload))).toMatchObject({ assertion: { clientId: "client-1" } });
  });

  it.each(hostileAssertions(maker).map(({ name, refusal, text }) => [name, refusal, text] as const))(
    "is rejected with %s: %s",
    (_, refusal, text) => {
      expect(read(text)).toMatchObject({ refusal });
    },
  );

  it("includes the claimed client id in its rejection, if there is one", () => {
    const claimed = (payload: object, header = {}) => read(goodAssertion(maker, header, { ...payload }));
    expect(claimed({ aud: "other" })).toEqual({ refusal: "wrong_aud", claimed: "client-1" });
    expect(claimed({}, { alg: "none" })).toEqual({ refusal: "wrong_alg", claimed: "client-1" });
    for (const iss of [undefined, 1, "", "a\0", ["client-1"]])
      expect(claimed({ iss })).toEqual({ refusal: "iss_is_not_sub" });
    expect(read("x.y.z")).toEqual({ refusal: "not_base64url" });
  });

  it("expires exactly at exp", () => {
    const text = goodAssertion(maker, {}, { exp: iat + 60 });
    const at = (now: number) => readAssertion(text, { tokenUrl, now: now as Instant });
    expect(at((iat + 60) * 1_000 - 1)).toHaveProperty("assertion");
    expect(at((iat + 60) * 1_000)).toEqual({ refusal: "expired", claimed: "client-1" });
  });

  it("is rejected without throwing, for any value", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string()), (value) => {
        expect(read(value)).toHaveProperty("refusal");
      }),
    );
  });

  it("is rejected without throwing, for any header and payload", () => {
    const member = fc.constantFrom(
      "alg",
      "kid",
      "typ",
      "crit",
      "iss",
      "sub",
      "aud",
      "iat",
      "exp",
      "nbf",
      "jti",
      "__proto__",
    );
    const object = fc.dictionary(member, fc.oneof(fc.jsonValue(), fc.constantFrom("RS384", tokenUrl, iat, "client-1")));
    fc.assert(
      fc.property(object, object, (header, payload) => {
        // `jti` is checked last, so an assertion without it is never valid.
        expect(read(goodAssertion(maker, header, { ...payload, jti: undefined }))).toHaveProperty("refusal");
      }),
    );
  });
});
