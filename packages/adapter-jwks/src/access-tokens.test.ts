import { createHmac } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import type { AccessClaims } from "@repute/domain";
import { reportFigure, scaled } from "../../../test/torture.js";
import { jwtAccessTokens, parseTokenKeys } from "./access-tokens.js";
import { randomNumbers } from "./testing/random.js";

const [oldSecret, newSecret] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const [oldKey, newKey] = [`old:${oldSecret.toString("base64")}`, `new:${newSecret.toString("base64")}`];
const tokensOf = (keys: string) => jwtAccessTokens(parseTokenKeys(keys));
const tokens = tokensOf(`${newKey},${oldKey}`);
const claims = {
  iss: "https://repute.example",
  aud: "https://repute.example",
  sub: "client-1",
  acc: 7,
  iat: 1_780_315_200,
  exp: 1_780_315_500,
  jti: "t-1",
} as AccessClaims;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decoded = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? "", "base64url").toString());
const header = { alg: "HS256", typ: "at+jwt", kid: "new" };
const signed = (head: object, body: unknown, digest = "sha256", secret: string | Buffer = newSecret) => {
  const text = `${encoded(head)}.${encoded(body)}`;
  return `${text}.${createHmac(digest, secret).update(text).digest("base64url")}`;
};

describe("jwtAccessTokens", () => {
  it("signs only the given claims, with HS256 and the first key", () => {
    const token = tokens.sign({ ...claims, more: "x" } as AccessClaims);
    const [head, body] = token.split(".");
    expect(decoded(head)).toEqual(header);
    expect(decoded(body)).toEqual(claims);
    expect(token).toBe(signed(header, claims));
  });

  it("verifies tokens with every key, regardless of the time", () => {
    expect(tokens.verify(tokens.sign(claims))).toEqual(claims);
    expect(tokens.verify(tokensOf(oldKey).sign(claims))).toEqual(claims);
    expect(tokens.verify(tokens.sign({ ...claims, exp: 1 }))).toEqual({ ...claims, exp: 1 });
  });

  it("rejects a token with a key that is not in the list", () => {
    expect(tokensOf(oldKey).verify(tokens.sign(claims))).toBeUndefined();
    expect(tokensOf(`new:${oldSecret.toString("base64")}`).verify(tokens.sign(claims))).toBeUndefined();
  });

  it.each([
    ["no signature", `${encoded({ ...header, alg: "none" })}.${encoded(claims)}.`],
    ["no signature under our header", `${encoded(header)}.${encoded(claims)}.`],
    ["HS512", signed({ ...header, alg: "HS512" }, claims, "sha512")],
    ["HS512 under our header", signed(header, claims, "sha512")],
    ["another type", signed({ ...header, typ: "JWT" }, claims)],
    ["no type", signed({ alg: "HS256", kid: "new" }, claims)],
    ["no kid", signed({ alg: "HS256", typ: "at+jwt" }, claims)],
    ["an unknown kid", signed({ ...header, kid: "x" }, claims)],
    ["the other key under this kid", signed(header, claims, "sha256", oldSecret)],
    ["an empty key", signed(header, claims, "sha256", "")],
    ["an extension", signed({ ...header, crit: [] }, claims)],
    ["a header in another order", signed({ typ: "at+jwt", alg: "HS256", kid: "new" }, claims)],
    ["a payload that is a string", signed(header, "claims")],
    ["a payload that is null", signed(header, null)],
    ["a payload that is a list", signed(header, [claims])],
    ["no account", signed(header, { ...claims, acc: undefined })],
    ["a string as account", signed(header, { ...claims, acc: "7" })],
    ["account 0", signed(header, { ...claims, acc: 0 })],
    ["no exp", signed(header, { ...claims, exp: undefined })],
    ["a very large exp", signed(header, { ...claims, exp: 1e300 })],
    ["no iat", signed(header, { ...claims, iat: undefined })],
    ["a number as sub", signed(header, { ...claims, sub: 1 })],
    ["no iss", signed(header, { ...claims, iss: undefined })],
    ["several audiences", signed(header, { ...claims, aud: [claims.aud] })],
    ["no jti", signed(header, { ...claims, jti: undefined })],
    ["an nbf in the future", signed(header, { ...claims, nbf: 1e12 })],
    ["a megabyte", signed(header, { ...claims, jti: "x".repeat(1_000_000) })],
    ["nothing", ""],
    ["dots", "..."],
    ["only our header", encoded(header)],
    ["our header and a dot", `${encoded(header)}.`],
    ["five parts", `${tokens.sign(claims)}.x.y`],
    ["a trailing space", `${tokens.sign(claims)} `],
    ["padding", `${tokens.sign(claims)}=`],
  ])("rejects a token with %s", (_, text) => {
    expect(tokens.verify(text)).toBeUndefined();
  });

  it("rejects every modified token without throwing", () => {
    const good = tokens.sign(claims);
    const random = randomNumbers(3);
    const rounds = scaled(2_000, 20_000);
    for (let round = 0; round < rounds; round++) {
      const at = random(good.length);
      const text = good.slice(0, at) + "Az09-_.= \0é".charAt(random(11)) + good.slice(at + random(3));
      if (text !== good) expect([text, tokens.verify(text)]).toEqual([text, undefined]);
    }
    reportFigure(`${rounds} mutants of an access token: 0 accepted, 0 thrown`);
  });
});

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
