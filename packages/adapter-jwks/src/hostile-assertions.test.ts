import { createHmac, createPublicKey } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { AssertionRefusal, PartnerKeys, SignatureRefusal } from "@repute/domain";
import { readAssertion } from "@repute/domain";
import { goodAssertion, hostileAssertions, signedJson } from "@repute/domain/testing";
import { jwkOf, makerOf, partnerKey, signatureOf } from "../test/partner.js";
import { partnerHost } from "../test/partner-host.js";
import { randomNumbers } from "../test/random.js";
import { keyStore } from "./keys/key-store.js";
import { jwksPartnerKeys } from "./keys/partner-keys.js";

const torture = Number(process.env["TORTURE"] ?? 1);

const tokenUrl = "https://repute.example/oauth/token";
const client = { clientId: "client-1", jwkUrl: "https://keys.partner.example/jwks" };
const [ours, second, strangers] = [partnerKey("ours"), partnerKey("second"), partnerKey("strangers")];
const weak = partnerKey("weak", 1_024);
const iat = 1_780_315_200;
const maker = makerOf(ours, client.clientId, tokenUrl, iat);
const published = [
  jwkOf(ours, { use: "sig", alg: "RS384" }),
  jwkOf(second),
  jwkOf(weak),
  jwkOf(partnerKey("encrypting"), { use: "enc" }),
  jwkOf(partnerKey("rs256"), { alg: "RS256" }),
];

let host: ReturnType<typeof partnerHost>;
let keys: PartnerKeys;
beforeEach(() => {
  host = partnerHost(published);
  keys = jwksPartnerKeys(keyStore({ ...host, closing: new AbortController().signal }), () => Promise.resolve());
});

/** What the token endpoint makes of a text: nothing but a good assertion is accepted. */
async function judged(text: unknown): Promise<"accepted" | AssertionRefusal | SignatureRefusal> {
  const read = readAssertion(text, { tokenUrl, now: host.clock() });
  if ("refusal" in read) return read.refusal;
  const verdict = await keys.verify(client, read.assertion);
  return verdict.ok ? "accepted" : verdict.reason;
}

const good = goodAssertion(maker);
const [head = "", body = "", signature = ""] = good.split(".");
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** Signed in another way over the same two objects. */
const signedWith = (header: object, sign: (text: string) => string, payload: object = maker.payload) =>
  signedJson({ ...maker, sign }, JSON.stringify({ ...maker.header, ...header }), JSON.stringify(payload));
const hmac = (digest: string, secret: string | Buffer) => (text: string) =>
  createHmac(digest, secret).update(text).digest("base64url");
const [spki, pkcs1] = (["spki", "pkcs1"] as const).map((type) => ours.publicKey.export({ type, format: "pem" }));
const bytes = Buffer.from(signature, "base64url");
const changed = (place: number) => Buffer.from(bytes.map((byte, index) => (index === place ? byte ^ 1 : byte)));
const withSignature = (other: Uint8Array) => `${head}.${body}.${Buffer.from(other).toString("base64url")}`;
const modulus = BigInt(`0x${Buffer.from(String(jwkOf(ours)["n"]), "base64url").toString("hex")}`);
const bigger = (BigInt(`0x${bytes.toString("hex")}`) + modulus).toString(16);

const forged: readonly (readonly [string, AssertionRefusal | SignatureRefusal, string])[] = [
  ["HS256 with the public key as the secret", "wrong_alg", signedWith({ alg: "HS256" }, hmac("sha256", String(spki)))],
  ["HS384 with the public key as the secret", "wrong_alg", signedWith({ alg: "HS384" }, hmac("sha384", String(spki)))],
  ["an HMAC by the public key in RS384's place", "bad_signature", signedWith({}, hmac("sha384", String(spki)))],
  ["an HMAC by the public key's other form", "bad_signature", signedWith({}, hmac("sha384", String(pkcs1)))],
  ["an HMAC by nothing", "bad_signature", signedWith({}, hmac("sha384", ""))],
  ["RS256 by the right key", "wrong_alg", signedWith({ alg: "RS256" }, (text) => signatureOf(ours, text, "sha256"))],
  ["SHA-256 in RS384's place", "bad_signature", signedWith({}, (text) => signatureOf(ours, text, "sha256"))],
  ["SHA-512 in RS384's place", "bad_signature", signedWith({}, (text) => signatureOf(ours, text, "sha512"))],
  ["PSS in RS384's place", "bad_signature", signedWith({}, (text) => signatureOf(ours, text, "sha384", true))],
  ["a stranger's key under our kid", "bad_signature", signedWith({}, (text) => signatureOf(strangers, text))],
  ["a stranger's key under its own kid", "unknown_kid", goodAssertion(makerOf(strangers, "client-1", tokenUrl, iat))],
  ["the partner's other key under this kid", "bad_signature", signedWith({}, (text) => signatureOf(second, text))],
  ["the right key under the other kid", "bad_signature", goodAssertion(maker, { kid: "second" })],
  ["a kid in other letters", "unknown_kid", goodAssertion(maker, { kid: "OURS" })],
  ["a kid with a space", "unknown_kid", goodAssertion(maker, { kid: "ours " })],
  ["the kid __proto__", "unknown_kid", goodAssertion(maker, { kid: "__proto__" })],
  ["the kid constructor", "unknown_kid", goodAssertion(maker, { kid: "constructor" })],
  ["a kid that is a path", "unknown_kid", goodAssertion(maker, { kid: "../../../../dev/null" })],
  ["a kid that is SQL", "unknown_kid", goodAssertion(maker, { kid: "' OR '1'='1" })],
  ["a key of 1,024 bits that is published", "unknown_kid", goodAssertion(makerOf(weak, "client-1", tokenUrl, iat))],
  [
    "a key that is for encryption",
    "unknown_kid",
    goodAssertion(makerOf(partnerKey("encrypting"), "client-1", tokenUrl, iat)),
  ],
  ["a key that is for RS256", "unknown_kid", goodAssertion(makerOf(partnerKey("rs256"), "client-1", tokenUrl, iat))],
  [
    "a stranger's key in the header",
    "bad_signature",
    signedWith({ jwk: jwkOf(strangers) }, (text) => signatureOf(strangers, text)),
  ],
  [
    "a stranger's URL in the header",
    "bad_signature",
    signedWith({ jku: "https://evil.example/" }, (text) => signatureOf(strangers, text)),
  ],
  [
    "a stranger's certificate in the header",
    "bad_signature",
    signedWith({ x5c: ["x"] }, (text) => signatureOf(strangers, text)),
  ],
  [
    "a stranger's certificate by URL",
    "bad_signature",
    signedWith({ x5u: "https://evil.example/" }, (text) => signatureOf(strangers, text)),
  ],
  [
    "another payload under the same signature",
    "bad_signature",
    `${head}.${encoded({ ...maker.payload, jti: "a-2" })}.${signature}`,
  ],
  [
    "another header under the same signature",
    "bad_signature",
    `${encoded({ ...maker.header, typ: "JWT" })}.${body}.${signature}`,
  ],
  [
    "the same JSON in other words",
    "bad_signature",
    `${head}.${Buffer.from(JSON.stringify(maker.payload, null, 1)).toString("base64url")}.${signature}`,
  ],
  ["header and payload in each other's place", "wrong_alg", `${body}.${head}.${signature}`],
  ["a signature of zeros", "bad_signature", withSignature(Buffer.alloc(256))],
  ["a signature of ones", "bad_signature", withSignature(Buffer.alloc(256, 0xff))],
  ["a signature that is 1", "bad_signature", withSignature(Buffer.concat([Buffer.alloc(255), Buffer.from([1])]))],
  ["a signature of one byte", "bad_signature", withSignature(Buffer.from([0]))],
  ["a signature without its last byte", "bad_signature", withSignature(bytes.subarray(0, -1))],
  ["a signature without its first byte", "bad_signature", withSignature(bytes.subarray(1))],
  ["a signature with a zero before", "bad_signature", withSignature(Buffer.concat([Buffer.alloc(1), bytes]))],
  ["a signature with a zero after", "bad_signature", withSignature(Buffer.concat([bytes, Buffer.alloc(1)]))],
  ["a signature twice", "bad_signature", withSignature(Buffer.concat([bytes, bytes]))],
  ["a signature plus the modulus", "bad_signature", withSignature(Buffer.from(bigger.padStart(514, "0"), "hex"))],
  ["a signature backwards", "bad_signature", withSignature(Buffer.from(bytes).reverse())],
  ["a signature changed in its first byte", "bad_signature", withSignature(changed(0))],
  ["a signature changed in its last byte", "bad_signature", withSignature(changed(255))],
  ["a signature of 6 KB", "bad_signature", withSignature(Buffer.alloc(5_000, 1))],
  ["text for a signature", "bad_signature", `${head}.${body}.${encoded(null)}`],
  [
    "the signature over the payload alone",
    "bad_signature",
    signedWith({}, (text) => signatureOf(ours, text.slice(text.indexOf(".") + 1))),
  ],
  [
    "the signature over the text with a full stop",
    "bad_signature",
    signedWith({}, (text) => signatureOf(ours, `${text}.`)),
  ],
];

describe("a hostile assertion", () => {
  it("is one among good ones", async () => {
    expect(await judged(good)).toBe("accepted");
    expect(await judged(goodAssertion(makerOf(second, "client-1", tokenUrl, iat)))).toBe("accepted");
    expect(createPublicKey(String(spki)).equals(ours.publicKey)).toBe(true);
  });

  it.each(forged)("with %s is refused: %s", async (_, reason, text) => {
    expect(await judged(text)).toBe(reason);
  });

  it.each(hostileAssertions(maker).map(({ name, refusal, text }) => [name, refusal, text] as const))(
    "with %s is refused although its owner signed it: %s",
    async (_, refusal, text) => {
      expect(await judged(text)).toBe(refusal);
      expect(host.asked).toEqual([]);
    },
  );

  it("is never accepted, and nothing throws, however a good one is changed", async () => {
    const accepted: string[] = [];
    for (const mutant of mutants(2_000 * torture)) {
      if ((await judged(mutant)) === "accepted") accepted.push(mutant);
    }
    expect(accepted).toEqual([]);
  });
});

/** Good assertions with some characters changed, added, taken away, moved or doubled. */
function* mutants(count: number): Generator<string> {
  const random = randomNumbers(7);
  const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\0é";
  const one = () => characters.charAt(random(characters.length));
  const changes: readonly ((text: string, at: number, to: number) => string)[] = [
    (text, at) => text.slice(0, at) + one() + text.slice(at + 1),
    (text, at) => text.slice(0, at) + one() + text.slice(at),
    (text, at) => text.slice(0, at) + text.slice(at + 1),
    (text, at, to) => text.slice(0, at) + text.slice(to),
    (text, at, to) => text.slice(0, to) + text.slice(at),
    (text, at) => text.slice(at) + text.slice(0, at),
    (text, at, to) => text.slice(0, at) + text.slice(at, to).toUpperCase() + text.slice(to),
  ];
  for (let made = 0; made < count;) {
    let text = good;
    for (let steps = 1 + random(3); steps > 0; steps--) {
      const [at = 0, to = 0] = [random(text.length + 1), random(text.length + 1)].sort((a, b) => a - b);
      text = changes[random(changes.length)]?.(text, at, to) ?? text;
    }
    if (text === good) continue;
    made += 1;
    yield text;
  }
}
