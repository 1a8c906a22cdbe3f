import { createHmac, type KeyObject } from "node:crypto";
import type { AssertionRefusal, SignatureRefusal } from "@repute/domain";
import { type AssertionMaker, goodAssertion, signedJson } from "@repute/domain/testing";
import { jwkOf, makerOf, type PartnerKey, partnerKey, signatureOf } from "./partner.js";

/** An invalid assertion and the expected reason for rejecting it. */
export type ForgedAssertion = {
  readonly name: string;
  readonly refusal: AssertionRefusal | SignatureRefusal;
  readonly text: string;
};

/** A partner with its published keys, valid assertions and forged assertions. */
export type ForgingPartner = {
  /** The partner's key set: two usable keys and several unusable keys. */
  readonly published: readonly Record<string, unknown>[];
  readonly publicKey: KeyObject;
  readonly maker: AssertionMaker;
  /** Valid assertions, one for each usable key. */
  readonly good: readonly [string, string];
  readonly forged: readonly ForgedAssertion[];
};

/** Creates a partner with a forged assertion for each known attack. `iat` is in seconds. */
export function forgingPartner(clientId: string, tokenUrl: string, iat: number): ForgingPartner {
  const ours = partnerKey("ours");
  const maker = makerOf(ours, clientId, tokenUrl, iat);
  return {
    published: [
      jwkOf(ours, { use: "sig", alg: "RS384" }),
      jwkOf(partnerKey("second")),
      jwkOf(partnerKey("weak", 1_024)),
      jwkOf(partnerKey("encrypting"), { use: "enc" }),
      jwkOf(partnerKey("rs256"), { alg: "RS256" }),
    ],
    publicKey: ours.publicKey,
    maker,
    good: [
      goodAssertion(maker),
      goodAssertion(makerOf(partnerKey("second"), clientId, tokenUrl, iat), {}, { jti: "a-0" }),
    ],
    forged: [...byOtherAlgorithms(maker), ...byOtherKeys(maker), ...byOtherTexts(maker), ...byOtherBytes(maker)].map(
      ([name, refusal, text]) => ({ name, refusal, text }),
    ),
  };
}

type Row = readonly [string, ForgedAssertion["refusal"], string];

/** Creates an assertion with a valid payload and additional header members, signed by the given function. */
const signedWith = (maker: AssertionMaker, header: object, sign: (text: string) => string): string =>
  signedJson({ ...maker, sign }, JSON.stringify({ ...maker.header, ...header }), JSON.stringify(maker.payload));

function byOtherAlgorithms(maker: AssertionMaker): Row[] {
  const ours = partnerKey(maker.header.kid);
  const [spki, pkcs1] = (["spki", "pkcs1"] as const).map((type) =>
    String(ours.publicKey.export({ type, format: "pem" })),
  );
  const signed = (header: object, digest: string, pss = false) =>
    signedWith(maker, header, (text) => signatureOf(ours, text, digest, pss));
  const hmac = (header: object, digest: string, secret = "") =>
    signedWith(maker, header, (text) => createHmac(digest, secret).update(text).digest("base64url"));
  return [
    ["HS256 with the public key as the secret", "wrong_alg", hmac({ alg: "HS256" }, "sha256", spki)],
    ["HS384 with the public key as the secret", "wrong_alg", hmac({ alg: "HS384" }, "sha384", spki)],
    ["an HMAC by the public key in RS384's place", "bad_signature", hmac({}, "sha384", spki)],
    ["an HMAC by the public key's other form", "bad_signature", hmac({}, "sha384", pkcs1)],
    ["an HMAC by nothing", "bad_signature", hmac({}, "sha384")],
    ["RS256 by the right key", "wrong_alg", signed({ alg: "RS256" }, "sha256")],
    ["SHA-256 in RS384's place", "bad_signature", signed({}, "sha256")],
    ["SHA-512 in RS384's place", "bad_signature", signed({}, "sha512")],
    ["PSS in RS384's place", "bad_signature", signed({}, "sha384", true)],
  ];
}

function byOtherKeys(maker: AssertionMaker): Row[] {
  const [second, strangers] = [partnerKey("second"), partnerKey("strangers")];
  const { iss, aud, iat } = maker.payload;
  const by = (kid: string) => goodAssertion(makerOf(partnerKey(kid), iss, aud, iat));
  const byStranger = (header: object) => signedWith(maker, header, (text) => signatureOf(strangers, text));
  return [
    ["a stranger's key under our kid", "bad_signature", byStranger({})],
    ["a stranger's key under its own kid", "unknown_kid", by("strangers")],
    [
      "the partner's other key under this kid",
      "bad_signature",
      signedWith(maker, {}, (text) => signatureOf(second, text)),
    ],
    ["the right key under the other kid", "bad_signature", goodAssertion(maker, { kid: "second" })],
    ["a kid in other letters", "unknown_kid", goodAssertion(maker, { kid: "OURS" })],
    ["a kid with a space", "unknown_kid", goodAssertion(maker, { kid: "ours " })],
    ["the kid __proto__", "unknown_kid", goodAssertion(maker, { kid: "__proto__" })],
    ["the kid constructor", "unknown_kid", goodAssertion(maker, { kid: "constructor" })],
    ["a kid that is a path", "unknown_kid", goodAssertion(maker, { kid: "../../../../dev/null" })],
    ["a kid that is SQL", "unknown_kid", goodAssertion(maker, { kid: "' OR '1'='1" })],
    ["a key of 1,024 bits that is published", "unknown_kid", by("weak")],
    ["a key that is for encryption", "unknown_kid", by("encrypting")],
    ["a key that is for RS256", "unknown_kid", by("rs256")],
    ["a stranger's key in the header", "bad_signature", byStranger({ jwk: jwkOf(strangers) })],
    ["a stranger's URL in the header", "bad_signature", byStranger({ jku: "https://evil.example/" })],
    ["a stranger's certificate in the header", "bad_signature", byStranger({ x5c: ["x"] })],
    ["a stranger's certificate by URL", "bad_signature", byStranger({ x5u: "https://evil.example/" })],
  ];
}

function byOtherTexts(maker: AssertionMaker): Row[] {
  const ours = partnerKey(maker.header.kid);
  const [head = "", body = "", signature = ""] = goodAssertion(maker).split(".");
  const encoded = (value: unknown, indent = 0) =>
    Buffer.from(JSON.stringify(value, null, indent)).toString("base64url");
  const { header, payload } = maker;
  const signed = (of: (text: string) => string) => signedWith(maker, {}, (text) => signatureOf(ours, of(text)));
  return [
    [
      "another payload under the same signature",
      "bad_signature",
      `${head}.${encoded({ ...payload, jti: "a-2" })}.${signature}`,
    ],
    [
      "another header under the same signature",
      "bad_signature",
      `${encoded({ ...header, typ: "JWT" })}.${body}.${signature}`,
    ],
    ["the same JSON in other words", "bad_signature", `${head}.${encoded(payload, 1)}.${signature}`],
    ["header and payload in each other's place", "wrong_alg", `${body}.${head}.${signature}`],
    ["text for a signature", "bad_signature", `${head}.${body}.${encoded(null)}`],
    ["the signature over the payload alone", "bad_signature", signed((text) => text.slice(text.indexOf(".") + 1))],
    ["the signature over the text with a full stop", "bad_signature", signed((text) => `${text}.`)],
  ];
}

function byOtherBytes(maker: AssertionMaker): Row[] {
  const [head = "", body = "", signature = ""] = goodAssertion(maker).split(".");
  const bytes = Buffer.from(signature, "base64url");
  const zero = Buffer.alloc(1);
  const changed = (place: number) => bytes.map((byte, index) => (index === place ? byte ^ 1 : byte));
  const rows: readonly (readonly [string, Uint8Array])[] = [
    ["of zeros", Buffer.alloc(256)],
    ["of ones", Buffer.alloc(256, 0xff)],
    ["that is 1", Buffer.concat([Buffer.alloc(255), Buffer.from([1])])],
    ["of one byte", zero],
    ["without its last byte", bytes.subarray(0, -1)],
    ["without its first byte", bytes.subarray(1)],
    ["with a zero before", Buffer.concat([zero, bytes])],
    ["with a zero after", Buffer.concat([bytes, zero])],
    ["twice", Buffer.concat([bytes, bytes])],
    ["plus the modulus", plusModulus(bytes, partnerKey(maker.header.kid))],
    ["backwards", Buffer.from(bytes).reverse()],
    ["changed in its first byte", changed(0)],
    ["changed in its last byte", changed(255)],
    ["of 5,000 bytes", Buffer.alloc(5_000, 1)],
  ];
  return rows.map(([name, other]) => [
    `a signature ${name}`,
    "bad_signature",
    `${head}.${body}.${Buffer.from(other).toString("base64url")}`,
  ]);
}

/** Adds the modulus to a signature. Verifiers that do not compare the signature with the modulus accept the result. */
function plusModulus(signature: Buffer, key: PartnerKey): Buffer {
  const modulus = BigInt(`0x${Buffer.from(String(jwkOf(key)["n"]), "base64url").toString("hex")}`);
  const sum = BigInt(`0x${signature.toString("hex")}`) + modulus;
  return Buffer.from(sum.toString(16).padStart(514, "0"), "hex");
}
