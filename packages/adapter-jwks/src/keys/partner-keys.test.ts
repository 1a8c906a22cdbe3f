import { beforeEach, describe, expect, it } from "@jest/globals";
import { jwkUrlNotAllowed, type PartnerKeys } from "@repute/domain";
import { goodAssertion } from "@repute/domain/testing";
import { partnerHost } from "../../test/partner-host.js";
import { jwkOf, makerOf, partnerKey, signatureOf } from "../testing/partner.js";
import { keyStore } from "./key-store.js";
import { jwksPartnerKeys } from "./partner-keys.js";

const [a, b] = [partnerKey("a"), partnerKey("b")];
const client = { clientId: "client-1", jwkUrl: "https://keys.partner.example/jwks" };
const signedBy = (key: typeof a, kid = key.kid) => ({
  kid,
  text: goodAssertion(makerOf(key, "client-1", "https://repute.example/oauth/token", 1_780_315_200), { kid }),
});

let host: ReturnType<typeof partnerHost>;
let keys: PartnerKeys;
beforeEach(() => {
  host = partnerHost([jwkOf(a)]);
  const store = keyStore({ ...host, closing: new AbortController().signal });
  keys = jwksPartnerKeys(store, () => Promise.reject(jwkUrlNotAllowed()));
});

describe("jwksPartnerKeys", () => {
  it("accepts a signature with a published key", async () => {
    expect(await keys.verify(client, signedBy(a))).toEqual({ ok: true });
  });

  it("reports an unknown kid", async () => {
    expect(await keys.verify(client, signedBy(b))).toEqual({ ok: false, reason: "unknown_kid" });
  });

  it("rejects a signature with another key", async () => {
    expect(await keys.verify(client, signedBy(b, "a"))).toEqual({ ok: false, reason: "bad_signature" });
  });

  it("rejects a signature with the right key and another algorithm", async () => {
    for (const [alg, digest, pss] of [
      ["RS256", "sha256", false],
      ["PS384", "sha384", true],
    ] as const) {
      const maker = {
        ...makerOf(a, "client-1", "x", 0),
        sign: (signed: string) => signatureOf(a, signed, digest, pss),
      };
      const text = goodAssertion(maker, { alg });
      expect(await keys.verify(client, { kid: "a", text })).toEqual({ ok: false, reason: "bad_signature" });
    }
  });

  it("tries at most four keys with the same kid", async () => {
    const others = Array.from({ length: 4 }, (_, index) => jwkOf(partnerKey(`other-${index}`), { kid: "a" }));
    host.publish([...others.slice(1), jwkOf(a)]);
    expect(await keys.verify(client, signedBy(a))).toEqual({ ok: true });
    host.publish([...others, jwkOf(a)]);
    host.pass(600);
    expect(await keys.verify(client, signedBy(a))).toEqual({ ok: false, reason: "bad_signature" });
  });

  it("accepts a new key under an existing kid within 31 seconds", async () => {
    await keys.verify(client, signedBy(a));
    host.publish([jwkOf(b, { kid: "a" })]);
    host.pass(31);
    expect(await keys.verify(client, signedBy(b, "a"))).toEqual({ ok: true });
    expect(await keys.verify(client, signedBy(a))).toEqual({ ok: false, reason: "bad_signature" });
  });

  it("reports why keys are unavailable", async () => {
    host.fail("CERT_HAS_EXPIRED");
    const refused = { ok: false, reason: "keys_unreachable", detail: "CERT_HAS_EXPIRED" };
    expect(await keys.verify(client, signedBy(a))).toEqual(refused);
    host.publish([{ ...jwkOf(a), d: "x" }]);
    host.pass(31);
    expect(await keys.verify(client, signedBy(a))).toEqual({ ok: false, reason: "set_refused", detail: "private_key" });
  });

  it("does not check when the assertion is valid", async () => {
    const maker = makerOf(a, "client-1", "x", 0);
    expect(await keys.verify(client, { kid: "a", text: goodAssertion(maker, {}, { nbf: 2 ** 40 }) })).toEqual({
      ok: true,
    });
  });
});
