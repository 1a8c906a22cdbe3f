import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { answerWith, partnerHost } from "../test/partner-host.js";
import type { KeySetAnswer } from "./key-set.js";
import { type KeyStore, keyStore } from "./partner-keys.js";
import { jwkOf, partnerKey } from "./testing/partner.js";

const [a, b] = [jwkOf(partnerKey("a")), jwkOf(partnerKey("b"))];
const client = { clientId: "client-1", jwkUrl: "https://keys.partner.example/jwks" };
const minute = 60;
const hour = 60 * minute;

let host: ReturnType<typeof partnerHost>;
let closing: AbortController;
let store: KeyStore;
beforeEach(() => {
  host = partnerHost([a]);
  closing = new AbortController();
  store = keyStore({ ...host, closing: closing.signal });
});

/** Returns the number of keys for a kid, or the reason for the failure. */
const found = (kid: string, of = client) =>
  store(of, kid).then(
    (keys) => keys?.length,
    (error: { reason: string; detail: string }) => `${error.reason}: ${error.detail}`,
  );

describe("keyStore", () => {
  it("fetches keys once and caches them for 10 minutes", async () => {
    expect(await found("a")).toBe(1);
    host.pass(10 * minute - 1);
    expect(await found("a")).toBe(1);
    expect(host.requested).toEqual([client.jwkUrl]);
    host.pass(1);
    expect(await found("a")).toBe(1);
    expect(host.requested).toHaveLength(2);
  });

  it("caches keys no longer than Cache-Control allows", async () => {
    host.publish([a], { cacheControl: "max-age=5" });
    await found("a");
    host.pass(4);
    await found("a");
    expect(host.requested).toHaveLength(1);
    host.pass(1);
    host.publish([b], { cacheControl: "max-age=5" });
    expect(await found("a")).toBeUndefined();
    expect(host.requested).toHaveLength(2);
  });

  it("uses keys with no-store once and fetches them again for the next request", async () => {
    host.publish([a], { cacheControl: "no-store" });
    expect([await found("a"), await found("a"), await found("a")]).toEqual([1, 1, 1]);
    expect(host.requested).toHaveLength(3);
    expect([await found("x"), await found("y")]).toEqual([undefined, undefined]);
    expect(host.requested).toHaveLength(3);
  });

  it("fetches keys once for all concurrent requests", async () => {
    let answer = (_: KeySetAnswer): void => undefined;
    host.answer(() => new Promise((resolve) => (answer = resolve)));
    const first = found("a");
    await turn();
    const waiting = [first, ...Array.from({ length: 99 }, (_, index) => found(index % 2 ? "a" : `x${index}`))];
    await turn();
    answer(answerWith([a]));
    expect((await Promise.all(waiting)).filter((keys) => keys === 1)).toHaveLength(50);
    expect(host.requested).toHaveLength(1);
  });

  it("returns cached keys without waiting for a pending fetch", async () => {
    await found("a");
    host.pass(31);
    host.answer(() => new Promise(() => undefined));
    const waiting = found("x");
    await turn();
    expect(host.requested).toHaveLength(2);
    expect(await found("a")).toBe(1);
    closing.abort();
    void waiting;
  });

  it("fetches at most 3 times per minute regardless of the number of unknown kids", async () => {
    const kids = scaled(5_000, 10_000);
    for (let index = 0; index < kids; index++) {
      expect(await found(`made-up-${index}`)).toBeUndefined();
      host.pass(60 / kids);
    }
    expect(host.requested.length).toBeLessThanOrEqual(3);
    reportFigure(`${kids} unknown kids in a minute: ${host.requested.length} fetches`);
  });

  it("fetches at most 3 times per minute while the host fails", async () => {
    host.fail();
    for (let index = 0; index < 1_000; index++) {
      expect(await found(index % 2 ? "a" : `made-up-${index}`)).toBe("keys_unreachable: ECONNREFUSED");
      host.pass(60 / 1_000);
    }
    expect(host.requested.length).toBeLessThanOrEqual(3);
  });

  it("finds new keys within 31 seconds, even with requests for unknown kids", async () => {
    await found("a");
    host.publish([a, b]);
    const start = host.clock();
    let accepted: number | undefined;
    while (accepted === undefined && host.clock() < start + 60_000) {
      await found(`made-up-${host.clock()}`);
      if ((await found("b")) === 1) accepted = host.clock() - start;
      host.pass(1);
    }
    expect(accepted).toBeLessThanOrEqual(31_000);
    reportFigure(`a rotated key: accepted after ${Number(accepted) / 1_000} s of a clock set by hand`);
  });

  it("drops removed keys after the next fetch", async () => {
    await found("a");
    host.publish([b]);
    host.pass(31);
    expect(await found("b")).toBe(1);
    expect(await found("a")).toBeUndefined();
  });

  it("returns stale keys while the host fails, for up to one hour", async () => {
    await found("a");
    host.fail();
    host.pass(hour - 1);
    expect(await found("a")).toBe(1);
    expect(await found("b")).toBe("keys_unreachable: ECONNREFUSED");
    host.pass(1);
    expect(await found("a")).toBe("keys_unreachable: ECONNREFUSED");
  });

  it("retries every 30 seconds while the host fails, and recovers", async () => {
    await found("a");
    host.fail();
    host.pass(10 * minute);
    for (let second = 0; second < 60; second++) {
      expect(await found("a")).toBe(1);
      host.pass(1);
    }
    expect(host.requested).toHaveLength(3);
    host.publish([b]);
    expect(await found("b")).toBe(1);
    expect(await found("a")).toBeUndefined();
  });

  it.each([
    ["a private key", [a, { ...b, d: "x" }], "set_refused: private_key"],
    ["too many keys", Array.from({ length: 51 }, () => a), "set_refused: too_many_keys"],
  ])("drops cached keys if the set has %s", async (_, jwks, refusal) => {
    await found("a");
    host.publish(jwks);
    host.pass(10 * minute);
    expect(await found("a")).toBe(refusal);
    host.publish([a]);
    host.pass(29);
    expect(await found("a")).toBe(refusal);
    host.pass(1);
    expect(await found("a")).toBe(1);
  });

  it("keeps cached keys if the response is not a key set", async () => {
    await found("a");
    host.answer(() => Promise.resolve({ ...answerWith([]), body: Buffer.from("<html>be right back</html>") }));
    host.pass(10 * minute);
    expect(await found("a")).toBe(1);
    expect(await found("b")).toBe("keys_unreachable: not_json");
  });

  it("keeps the keys of each client and URL separate", async () => {
    await found("a");
    host.publish([b]);
    expect(await found("a", { ...client, clientId: "client-2" })).toBeUndefined();
    expect(await found("a")).toBe(1);
    expect(await found("a", { ...client, jwkUrl: "https://new.partner.example/" })).toBeUndefined();
    expect(host.requested).toHaveLength(3);
  });

  it("ignores cached keys after the clock is set back", async () => {
    await found("a");
    host.publish([b]);
    host.pass(-hour);
    expect(await found("a")).toBeUndefined();
  });

  it("fetches rejected keys again, at most once every 30 seconds", async () => {
    const old = await store(client, "a");
    host.publish([{ ...b, kid: "a" }]);
    expect(await store(client, "a", old)).toBe(old);
    expect(host.requested).toHaveLength(1);
    host.pass(30);
    const newer = await store(client, "a", old);
    expect(newer).not.toBe(old);
    for (let index = 0; index < 1_000; index++) await store(client, "a", newer);
    expect(host.requested).toHaveLength(2);
  });

  it("fetches from at most four hosts at once, and one set per host", async () => {
    host.answer(() => new Promise(() => undefined));
    const clients = Array.from({ length: 8 }, (_, index) => ({
      clientId: `c${index}`,
      jwkUrl: `https://host${Math.floor(index / 2)}.partner.example/${index}`,
    }));
    const six = { clientId: "c8", jwkUrl: "https://host9.partner.example/" };
    const waiting = [...clients, six].map((one) => found("a", one));
    await turn();
    expect(host.requested).toEqual([0, 2, 4, 6].map((index) => clients[index]?.jwkUrl));
    closing.abort();
    void waiting;
  });

  it("limits the waiting time, and does not count waiting as an attempt", async () => {
    const slow = keyStore({
      ...host,
      closing: closing.signal,
      limits: { turn: 10, fetch: 200 },
      fetch: (url, signal) => {
        host.requested.push(url);
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    const second = { clientId: "client-2", jwkUrl: "https://keys.partner.example/2" };
    const timeout = { reason: { reason: "keys_unreachable", detail: "timeout" } };
    expect(await Promise.allSettled([slow(client, "a"), slow(second, "a")])).toMatchObject([timeout, timeout]);
    expect(await Promise.allSettled([slow(client, "a"), slow(second, "a")])).toMatchObject([timeout, timeout]);
    expect(host.requested).toEqual([client.jwkUrl, second.jwkUrl]);
  });

  it("does not wait for keys after it is closed", async () => {
    closing.abort();
    expect(await found("a")).toBe("keys_unreachable: timeout");
    expect(host.requested).toEqual([]);
  });

  it("fails for an invalid URL", async () => {
    host.fail("url_not_allowed");
    expect(await found("a", { ...client, jwkUrl: "nonsense" })).toBe("keys_unreachable: url_not_allowed");
  });
});
