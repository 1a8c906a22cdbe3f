import { beforeEach, describe, expect, it } from "@jest/globals";
import { assertionType } from "@repute/domain";
import { goodAssertion, memoryClient } from "@repute/domain/testing";
import express from "express";
import request from "supertest";
import { type Practice, practice } from "../../test/practice.js";
import type { AppOptions } from "../options.js";
import { createApp, createRouter } from "../server.js";

let acme: Practice;
beforeEach(async () => {
  acme = await practice();
});
const appOf = (options: Partial<AppOptions>) => createApp(acme.domain, { ...acme.options, ...options });
type App = ReturnType<typeof appOf>;
const get = (app: App, kind: keyof Practice["tokens"] = "api-token", path = "/v2/locations") =>
  request(app).get(path).set("api-token", acme.tokens[kind]);
const ask = (app: App, headers = {}) => request(app).post("/oauth/token").set(headers);

describe("the requests of a credential", () => {
  it("are counted down, and the first one over the limit gets the usual error format", async () => {
    const app = appOf({ requestsPerMinute: 2 });
    const { headers } = await get(app).expect(200);
    expect(headers).toMatchObject({ "ratelimit-policy": "2;w=60" });
    expect(headers["ratelimit"]).toMatch(/^limit=2, remaining=1, reset=\d+$/);
    await get(app).expect(200);
    const refused = await get(app).expect(429).expect("content-type", "application/problem+json");
    expect(refused.body).toMatchObject({ status: 429, code: "too_many_requests" });
    const { "retry-after": wait, ratelimit } = refused.headers as Record<string, string>;
    expect(Number(wait)).toBeGreaterThan(0);
    expect(Number(wait)).toBeLessThanOrEqual(60);
    expect(ratelimit).toMatch(/remaining=0/);
    expect(acme.logs.at(-1)).toMatchObject({ status: 429, reason: "too_many_requests", accountId: acme.account });
  });

  it("count per credential across all paths", async () => {
    const app = appOf({ requestsPerMinute: 1 });
    await get(app).expect(200);
    await get(app, "api-token", "/v2/reviews").expect(429);
    await get(app, "account-key", "/v1/reviews").expect(200);
  });

  it("are not used up by requests without a credential", async () => {
    const app = appOf({ requestsPerMinute: 1 });
    for (let more = 0; more < 5; more += 1) await request(app).get("/v2/reviews").expect(401);
    for (let more = 0; more < 5; more += 1) await request(app).get("/healthz").expect(200);
    await get(app).expect(200);
  });

  it("are limited to 1,200 by default", async () => {
    const { headers } = await get(createApp(acme.domain, { report: acme.options.report })).expect(200);
    expect(headers).toMatchObject({ "ratelimit-policy": "1200;w=60" });
  });

  it("have no limit if the host sets 0", async () => {
    const { headers } = await get(appOf({ requestsPerMinute: 0 })).expect(200);
    expect(headers).not.toHaveProperty("ratelimit");
  });

  it("are counted separately by each router", async () => {
    const options = { ...acme.options, requestsPerMinute: 1 };
    const [one, two] = [createRouter(acme.domain, options), createRouter(acme.domain, options)];
    const host = express().use("/one", one).use("/two", two);
    await get(host, "api-token", "/one/v2/locations").expect(200);
    await get(host, "api-token", "/two/v2/locations").expect(200);
    await get(host, "api-token", "/one/v2/locations").expect(429);
  });
});

describe("the token requests of a client", () => {
  const limit = 2;
  let last = 0;
  const register = async (name: string) => {
    const jwkUrl = "https://partner.example/jwks.json";
    const client = await acme.domain.access.registerClient(acme.account, { name, jwkUrl });
    const tokenUrl = "https://repute.example/oauth/token";
    return () => goodAssertion(memoryClient(client, { tokenUrl, now: acme.clock(), jti: `a-${(last += 1)}` }));
  };
  const exchange = (app: App, assertion: string, address = "192.0.2.1") =>
    ask(app, { "X-Forwarded-For": address })
      .type("form")
      .send({ grant_type: "client_credentials", client_assertion_type: assertionType, client_assertion: assertion });

  it("are counted per client from all addresses", async () => {
    const app = appOf({ tokenRequestsPerMinute: limit, trustProxy: 1 });
    const [one, two] = [await register("one"), await register("two")];
    await exchange(app, one(), "192.0.2.1").expect(200);
    await exchange(app, one(), "192.0.2.2")
      .expect(200)
      .expect("ratelimit", /remaining=0/);
    const third = one();
    await exchange(app, third, "192.0.2.3").expect(429);
    await exchange(app, two(), "192.0.2.3").expect(200);
    expect(acme.logs.at(-2)).toMatchObject({ status: 429, reason: "too_many_requests", accountId: acme.account });
    // The assertion was not used up: another router with separate counters accepts it.
    await exchange(appOf({}), third).expect(200);
  });

  it("do not use up the limit of other clients at the same address", async () => {
    const app = appOf({ tokenRequestsPerMinute: limit });
    for (const name of ["one", "two", "three"]) {
      const assertion = await register(name);
      for (let more = 0; more < limit; more += 1) await exchange(app, assertion()).expect(200);
    }
  });

  it("count only for the address if they fail, and do not use up the client's limit", async () => {
    const app = appOf({ tokenRequestsPerMinute: limit, trustProxy: 1 });
    const assertion = await register("one");
    for (let more = 0; more < limit; more += 1) await exchange(app, `${assertion()}x`, "192.0.2.9").expect(401);
    await exchange(app, assertion(), "192.0.2.9").expect(429);
    await exchange(app, assertion(), "192.0.2.1").expect(200);
  });
});

describe("an untrusted proxy", () => {
  it.each([
    [undefined, ["127.0.0.1"]],
    ["10.0.0.0/8", ["127.0.0.1"]],
    ["loopback", []],
    [1, []],
  ])("is reported once with the setting %j", async (trustProxy, warning) => {
    const addresses: string[] = [];
    const onUntrustedProxy = (address: string) => void addresses.push(address);
    const app = appOf({ ...(trustProxy !== undefined && { trustProxy }), onUntrustedProxy });
    await get(app).expect(200);
    expect(addresses).toEqual([]);
    for (let more = 0; more < 3; more += 1) await get(app).set("X-Forwarded-For", "192.0.2.1").expect(200);
    expect(addresses).toEqual(warning);
  });
});

describe("the token requests of an address", () => {
  it("are all counted, and the first one over the limit gets an OAuth error", async () => {
    const app = appOf({ tokenRequestsPerMinute: 1 });
    await ask(app).expect(400);
    const { body, headers } = await ask(app).expect(429);
    expect(body).toMatchObject({ error: "temporarily_unavailable", message: expect.any(String) });
    expect(headers).toMatchObject({ "retry-after": expect.any(String), "ratelimit-policy": "1;w=60" });
    await get(app).expect(200);
  });

  it("count for the connection's address, or for the reported address if the proxy is trusted", async () => {
    const forged = (address: string) => ({ "X-Forwarded-For": address });
    const direct = appOf({ tokenRequestsPerMinute: 1 });
    await ask(direct, forged("192.0.2.1")).expect(400);
    await ask(direct, forged("192.0.2.2")).expect(429);
    const proxied = appOf({ tokenRequestsPerMinute: 1, trustProxy: 1 });
    await ask(proxied, forged("192.0.2.1")).expect(400);
    await ask(proxied, forged("192.0.2.2")).expect(400);
    await ask(proxied, forged("198.51.100.1, 192.0.2.2")).expect(429);
  });

  it("count for a whole IPv6 network", async () => {
    const app = appOf({ tokenRequestsPerMinute: 1, trustProxy: "loopback" });
    await ask(app, { "X-Forwarded-For": "2001:db8:0:1::1" }).expect(400);
    await ask(app, { "X-Forwarded-For": "2001:db8:0:2::2" }).expect(429);
    await ask(app, { "X-Forwarded-For": "2001:db8:1::1" }).expect(400);
  });
});
