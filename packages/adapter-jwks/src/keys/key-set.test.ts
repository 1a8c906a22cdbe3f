import { describe, expect, it } from "@jest/globals";
import { answerWith } from "../../test/partner-host.js";
import { jwkOf, partnerKey } from "../testing/partner.js";
import { readKeySet } from "./key-set.js";

const key = partnerKey("a");
const jwk = jwkOf(key);
const read = (jwks: readonly unknown[]) => readKeySet(answerWith(jwks).body);
const kidsOf = async (jwks: readonly unknown[]) => [...(await read(jwks)).keys()];

describe("readKeySet", () => {
  it("returns keys by kid, and several keys with one kid in order", async () => {
    const other = partnerKey("b");
    const keys = await read([jwk, jwkOf(other, { kid: "a" }), jwkOf(other)]);
    const printed = [...keys].map(([kid, found]) => [kid, found.map((one) => one.export({ format: "jwk" })["n"])]);
    expect(printed).toEqual([
      ["a", [jwk["n"], jwkOf(other)["n"]]],
      ["b", [jwkOf(other)["n"]]],
    ]);
  });

  it("accepts a set without keys", async () => {
    expect(await kidsOf([])).toEqual([]);
  });

  const fine = [
    { use: "sig" },
    { alg: "RS384" },
    { key_ops: ["verify"] },
    { ext: true },
    { x5c: ["x"], x5u: "https://x" },
    { unknown: {} },
  ];
  it.each(fine)("includes a key with %j", async (more) => {
    expect(await kidsOf([{ ...jwk, ...more }])).toEqual(["a"]);
  });

  const passedOver: readonly (readonly [string, object])[] = [
    ["of another type", { kty: "EC" }],
    ["without a type", { kty: undefined }],
    ["for encryption", { use: "enc" }],
    ["with a null use", { use: null }],
    ["for RS256", { alg: "RS256" }],
    ["for RSA-OAEP", { alg: "RSA-OAEP" }],
    ["for PS384", { alg: "PS384" }],
    ["for HS384", { alg: "HS384" }],
    ["without the verify operation", { key_ops: ["encrypt"] }],
    ["whose operations are not a list", { key_ops: "verify" }],
    ["without a kid", { kid: undefined }],
    ["with an empty kid", { kid: "" }],
    ["with a number as kid", { kid: 1 }],
    ["without a modulus", { n: undefined }],
    ["with an empty modulus", { n: "" }],
    ["with a modulus that is not a string", { n: 7 }],
    ["with a modulus that is not base64url", { n: "%%%" }],
    ["without an exponent", { e: undefined }],
    ["with the exponent 0", { e: "AA" }],
    ["with the exponent 1", { e: "AQ" }],
    ["with an even exponent", { e: "BA" }],
    ["with the exponent 2^32 + 1", { e: "AQAAAAE" }],
    ["with an exponent of 200 bytes", { e: Buffer.alloc(200, 0xff).toString("base64url") }],
    ["of 1,024 bits", { n: Buffer.alloc(128, 0xff).toString("base64url") }],
    ["of 2,047 bits", { n: Buffer.concat([Buffer.from([0x7f]), Buffer.alloc(255, 0xff)]).toString("base64url") }],
    [
      "of 1,024 bits padded to 4,096",
      { n: Buffer.concat([Buffer.alloc(384), Buffer.alloc(128, 0xff)]).toString("base64url") },
    ],
    ["of 4,097 bits", { n: Buffer.concat([Buffer.from([1]), Buffer.alloc(512, 0xff)]).toString("base64url") }],
    ["of 16,384 bits", { n: Buffer.alloc(2_048, 0xff).toString("base64url") }],
  ];
  it.each(passedOver)("skips a key %s", async (_, more) => {
    const other = jwkOf(partnerKey("b"));
    expect(await kidsOf([{ ...jwk, ...more }, other])).toEqual(["b"]);
    expect(await kidsOf([{ ...jwk, ...more }])).toEqual([]);
  });

  it.each([
    ["2,048 bits", { n: Buffer.alloc(256, 0xff).toString("base64url") }],
    ["4,096 bits", { n: Buffer.alloc(512, 0xff).toString("base64url") }],
    ["the exponent 3", { e: "Aw" }],
    ["the exponent 2^32 - 1", { e: "_____w" }],
  ])("includes a key of %s", async (_, more) => {
    expect(await kidsOf([{ ...jwk, ...more }])).toEqual(["a"]);
  });

  it("skips keys of other types", async () => {
    const edwards = { kty: "OKP", crv: "Ed25519", kid: "e", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
    expect(await kidsOf([edwards, jwk, { kty: "EC", crv: "P-384", kid: "p", x: "x", y: "y" }, {}])).toEqual(["a"]);
  });

  it.each(["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"])(
    "rejects the whole set if any key has the private member %s",
    async (member) => {
      const refused = { reason: "set_refused", detail: "private_key" };
      await expect(read([jwk, { kty: "x", [member]: null }])).rejects.toMatchObject(refused);
    },
  );

  it("rejects the whole set if it contains a complete key pair", async () => {
    const pair = { ...key.privateKey.export({ format: "jwk" }), kid: "pair" };
    await expect(read([jwk, pair])).rejects.toMatchObject({ reason: "set_refused" });
  });

  it("accepts 50 keys and rejects the whole set with more", async () => {
    const keys = Array.from({ length: 50 }, (_, index) => ({ ...jwk, kid: `k${index}` }));
    expect(await kidsOf(keys)).toHaveLength(50);
    await expect(read([...keys, {}])).rejects.toMatchObject({ reason: "set_refused", detail: "too_many_keys" });
  });

  it.each([
    ["", "not_json"],
    ["<html>", "not_json"],
    ['{"keys":[]', "not_json"],
    ["null", "not_a_key_set"],
    ["[]", "not_a_key_set"],
    ["{}", "not_a_key_set"],
    ['{"keys":{}}', "not_a_key_set"],
    ['{"keys":[null]}', "not_a_key_set"],
    ['{"keys":["a"]}', "not_a_key_set"],
    ['{"keys":[[]]}', "not_a_key_set"],
    [`{"keys":${"[".repeat(60_000)}`, "not_json"],
    [`{"keys":[{"x":${"[".repeat(30_000)}${"]".repeat(30_000)}}]`, "not_json"],
  ])("rejects %j", async (text, detail) => {
    await expect(readKeySet(Buffer.from(text))).rejects.toMatchObject({ reason: "keys_unreachable", detail });
  });

  it("rejects bytes that are not UTF-8", async () => {
    const latin = Buffer.from('{"keys":[],"name":"é"}', "latin1");
    await expect(readKeySet(latin)).rejects.toMatchObject({ detail: "not_json" });
  });
});
