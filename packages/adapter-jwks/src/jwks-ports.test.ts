import { afterEach, describe, expect, it } from "@jest/globals";
import { jwkUrlNotAllowed } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import { accessTokensContract, goodAssertion, partnerKeysContract } from "@repute/domain/testing";
import { closeServers, httpServer, rawServer } from "../test/local-server.js";
import { jwksPorts } from "./access-tokens.js";
import { jwkOf, makerOf, partnerKey } from "./testing/partner.js";

const key = partnerKey("a");
const tokenKeys = `k:${Buffer.alloc(32, 5).toString("base64")}`;
const clock = stillClock();
const assertion = {
  kid: "a",
  text: goodAssertion(makerOf(key, "client-1", "https://repute.example/oauth/token", clock() / 1_000)),
};
const client = (jwkUrl: string) => ({ clientId: "client-1", jwkUrl });

const open: { close(): void }[] = [];
const ports = (allow: readonly string[]) => {
  const opened = jwksPorts({ tokenKeys, allow, clock });
  open.push(opened);
  return opened;
};
afterEach(async () => {
  open.splice(0).forEach((one) => one.close());
  await closeServers();
});

let keys = 0;
accessTokensContract("jwksPorts", () => {
  const opened = jwksPorts({ tokenKeys: `k:${Buffer.alloc(32, (keys += 1)).toString("base64")}`, clock });
  open.push(opened);
  return opened.accessTokens;
});

partnerKeysContract("jwksPorts", () => {
  const resolve = () => Promise.reject(Object.assign(new Error("no such host"), { code: "ENOTFOUND" }));
  const opened = jwksPorts({ tokenKeys, clock, resolve });
  open.push(opened);
  return opened.partnerKeys;
});

describe("jwksPorts", () => {
  it("verifies a partner's signature with the keys from its host", async () => {
    const origin = await httpServer((_, response) => response.end(JSON.stringify({ keys: [jwkOf(key)] })));
    const { partnerKeys } = ports([origin]);
    await partnerKeys.checkUrl(`${origin}/jwks`);
    expect(await partnerKeys.verify(client(`${origin}/jwks`), assertion)).toEqual({ ok: true });
  });

  it("does not connect to this machine unless its origin is allowed", async () => {
    let requested = 0;
    const origin = await httpServer((_, response) => {
      requested += 1;
      response.end();
    });
    const { partnerKeys } = ports([]);
    await expect(partnerKeys.checkUrl(`${origin}/jwks`)).rejects.toEqual(jwkUrlNotAllowed());
    expect(await partnerKeys.verify(client(`${origin}/jwks`), assertion)).toEqual({
      ok: false,
      reason: "keys_unreachable",
      detail: "url_not_allowed",
    });
    expect(requested).toBe(0);
  });

  it("verifies the access tokens that it signed", () => {
    const { accessTokens } = ports([]);
    const claims = { iss: "i", aud: "a", sub: "s", acc: 1, iat: 1, exp: 2, jti: "j" } as never;
    expect(accessTokens.verify(accessTokens.sign(claims))).toEqual(claims);
  });

  it("stops waiting for a host on close", async () => {
    const silent = await rawServer("", false);
    const { partnerKeys, close } = ports([silent]);
    const requested = partnerKeys.verify(client(silent), assertion);
    close();
    expect(await requested).toEqual({ ok: false, reason: "keys_unreachable", detail: "timeout" });
  });

  it("rejects invalid keys and origins", () => {
    expect(() => jwksPorts({ tokenKeys: "short:QQ==", clock })).toThrow(/key 1 has 1 bytes/);
    expect(() => jwksPorts({ tokenKeys, allow: ["127.0.0.1"], clock })).toThrow(/not an origin/);
  });
});
