import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { jwkUrlNotAllowed, type PartnerKeys } from "@repute/domain";
import { goodAssertion } from "@repute/domain/testing";
import { partnerHost } from "../test/partner-host.js";
import { fetchSlots, freshFor, jwksPartnerKeys, keyStore } from "./partner-keys.js";
import { jwkOf, makerOf, partnerKey, signatureOf } from "./testing/partner.js";

describe("signatures", () => {
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
      expect(await keys.verify(client, signedBy(a))).toEqual({
        ok: false,
        reason: "set_refused",
        detail: "private_key",
      });
    });

    it("does not check when the assertion is valid", async () => {
      const maker = makerOf(a, "client-1", "x", 0);
      expect(await keys.verify(client, { kid: "a", text: goodAssertion(maker, {}, { nbf: 2 ** 40 }) })).toEqual({
        ok: true,
      });
    });
  });
});

const minutes = 60_000;

it.each([
  [undefined, undefined, 10 * minutes],
  ["", undefined, 10 * minutes],
  ["public", undefined, 10 * minutes],
  ["max-age=60", undefined, minutes],
  ["public, max-age=60, must-revalidate", undefined, minutes],
  ["max-age=86400", undefined, 10 * minutes],
  ["MAX-AGE = 60", undefined, minutes],
  ['max-age="60"', undefined, minutes],
  ["max-age=300, max-age=60", undefined, minutes],
  ["s-maxage=5, max-age=60", undefined, minutes],
  ["max-age=0", undefined, 0],
  ["max-age=-1", undefined, 0],
  ["max-age=1e9", undefined, 0],
  ["max-age=", undefined, 0],
  ["max-age", undefined, 0],
  ["max-age=9999999999", undefined, 0],
  ["no-store", undefined, 0],
  ["no-cache", undefined, 0],
  ["max-age=600, No-Store", undefined, 0],
  ["x-no-store, max-age=60", undefined, minutes],
  ["max-age=600", "540", minutes],
  ["max-age=60", "61", 0],
  ["max-age=60", "x", minutes],
  [undefined, "30000", 10 * minutes],
])("with Cache-Control %j and Age %j, a set is fresh for %i milliseconds", (cacheControl, age, expected) => {
  expect(freshFor({ cacheControl, age })).toBe(expected);
});

/** Starts work that runs until the test ends it. */
function workshop() {
  const slots = fetchSlots(4);
  const running = new Map<string, () => void>();
  const start = (name: string, host: string, signal = new AbortController().signal) =>
    slots(host, signal, () => new Promise<void>((resolve) => running.set(name, resolve))).finally(() =>
      running.delete(name),
    );
  const end = async (name: string) => {
    running.get(name)?.();
    await turn();
  };
  return { start, end, running: () => [...running.keys()] };
}

describe("fetchSlots", () => {
  it("runs work for four hosts at once and starts the next in order", async () => {
    const { start, end, running } = workshop();
    const all = ["a", "b", "c", "d", "e", "f"].map((host) => start(host, host));
    await turn();
    expect(running()).toEqual(["a", "b", "c", "d"]);
    await end("c");
    expect(running()).toEqual(["a", "b", "d", "e"]);
    await end("a");
    expect(running()).toEqual(["b", "d", "e", "f"]);
    for (const host of ["b", "d", "e", "f"]) await end(host);
    await Promise.all(all);
  });

  it("runs one piece of work per host, and lets other hosts overtake", async () => {
    const { start, end, running } = workshop();
    const all = [start("1", "a"), start("2", "a"), start("3", "a"), start("4", "b")];
    await turn();
    expect(running()).toEqual(["1", "4"]);
    await end("1");
    expect(running()).toEqual(["4", "2"]);
    await end("2");
    await end("3");
    await end("4");
    await Promise.all(all);
  });

  it("frees the slot if the work fails", async () => {
    const slots = fetchSlots(1);
    const { signal } = new AbortController();
    await expect(slots("a", signal, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await slots("a", signal, () => Promise.resolve(1))).toBe(1);
  });

  it("stops waiting on abort, and never waits if the signal is already aborted", async () => {
    const { start, end, running } = workshop();
    const first = start("1", "a");
    const limit = new AbortController();
    const second = start("2", "a", limit.signal);
    const third = start("3", "a");
    await turn();
    limit.abort();
    await expect(second).rejects.toMatchObject({ name: "AbortError" });
    await expect(start("4", "b", limit.signal)).rejects.toMatchObject({ name: "AbortError" });
    await end("1");
    expect(running()).toEqual(["3"]);
    await end("3");
    await Promise.all([first, third]);
  });
});
